import { backend, Fault, onConnection, stream, type desk } from '../backend';

/** Machine is how things stand here: library, engine, model, what is being read, whether the engine is within reach. */
class Machine {
  status = $state.raw<desk.Status | null>(null);
  thinking = $state.raw<desk.Thinking | null>(null);
  adding = $state.raw<desk.Adding | null>(null);
  fault = $state.raw<Fault | null>(null);
  connected = $state(true);

  /** start reads how things stand and follows what changes; it returns how to stop. */
  start(): () => void {
    void this.load();
    const stopWatching = stream.watch((batch) => {
      for (const event of batch) if (event.kind === 'library.adding') this.adding = event.data;
      if (batch.some((event) => event.kind === 'library.changed')) void this.load();
    });
    const stopListening = onConnection((up) => {
      this.connected = up;
      if (up) void this.load();
    });
    return () => {
      stopWatching();
      stopListening();
    };
  }

  async load() {
    try {
      this.status = await backend.Status();
      this.adding = this.status.adding;
      this.fault = null;
    } catch (error) {
      this.fault = Fault.from(error);
    }
  }

  /** think looks for the model anew; it takes up to two seconds. */
  async think() {
    try {
      this.thinking = await backend.Think();
    } catch (error) {
      this.fault = Fault.from(error);
    }
  }
}

export const machine = new Machine();

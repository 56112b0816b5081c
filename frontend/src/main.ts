import { mount } from 'svelte';
import App from './App.svelte';
import { connect } from './backend';
import { screens } from './screens.svelte';
import { recall } from './state/frame';
import { router } from './state/router.svelte';
import './style/fonts.css';
import './style/tokens.css';
import './style/base.css';

// Listen first, then ask: what happens in between must not be lost. Appearance, language and the first screen are there before anything is drawn.
async function start() {
  connect();
  await recall();
  await screens.bring(router.route.place);
  mount(App, { target: document.getElementById('app')! });
  setTimeout(() => void screens.rest());
}

// Not awaited: the screens' code imports what stands in this file's piece, and would wait for it to end.
void start();

import { mount } from 'svelte';
import App from './App.svelte';
import { connect } from './backend';
import { recall } from './state/frame';
import './style/fonts.css';
import './style/tokens.css';
import './style/base.css';

// Listen first, then ask: what happens in between must not be lost. Appearance and language are known before anything is drawn.
connect();
await recall();
mount(App, { target: document.getElementById('app')! });

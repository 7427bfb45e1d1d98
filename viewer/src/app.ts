// Copyright 2026 contact_sim developers
// SPDX-License-Identifier: Apache-2.0

import * as THREE from 'three';

import {Commander} from './commander';
import {Controls, PLAYER} from './controls';
import {byId, h, iconButton} from './panel/dom';
import {Help} from './panel/help';
import {JointPanel} from './panel/joint_panel';
import {listenToKeys} from './panel/keyboard';
import {Legend} from './panel/legend';
import {Notices} from './panel/notices';
import {ParameterPanel} from './panel/parameter_panel';
import {PlotsPanel} from './panel/plots_panel';
import {ThemeChoice} from './panel/theme';
import {Transport} from './panel/transport';
import {ViewOptions} from './panel/view_options';
import type {ViewOption} from './panel/view_options';
import type {Connection, ConnectionState} from './protocol/connection';
import {NO_DESCRIPTION, parseDescription} from './protocol/description';
import {readFigures} from './protocol/figures';
import {seconds} from './protocol/messages';
import type {Clock, DiagnosticArray, JointState} from './protocol/messages';
import type {Names} from './protocol/names';
import {Parameters} from './protocol/parameters';
import type {Quality} from './scene/viewport';
import {World} from './scene/world';

/** Angle of a key's press [rad], and how much nearer. */
const TURN = 0.12;
const NEARER = 1.15;
/** Of a recording [s]. */
const SEEK = 0.5;
/** Depth at which the heat is full, when it is switched on [m]. */
const FULL_HEAT = 1e-5;
/** Contact forces, as src/session/contact_markers.cpp names them. */
const FORCES = ['contact_points', 'normal_forces', 'friction_forces'];
/** Between two pictures of the sliders and numbers [ms]. */
const PANEL_PERIOD = 50;

/** The page: what is heard goes to the scene and the panels, what is clicked to the server. */
export class App {
  readonly world: World;
  private readonly parameters: Parameters;
  private readonly controls: Controls;
  private readonly notices: Notices;
  private readonly transport: Transport;
  private readonly legend = new Legend();
  private readonly help = new Help();
  private readonly plots = new PlotsPanel();
  private readonly joints: JointPanel;
  private readonly settings: ParameterPanel;
  private readonly options: ViewOptions;
  private stopWrenches: (() => void) | undefined;
  private time = 0;
  private lastJoints: JointState | undefined;

  constructor(private readonly connection: Connection, private readonly names: Names,
    quality: Quality) {
    this.notices = new Notices(connection.url, () => connection.connect());
    const report = (problem: string) => this.notices.say(problem);
    this.world = new World(byId('stage'), connection, names, report, quality);
    this.parameters = new Parameters(connection);
    this.controls = new Controls(
      connection, this.parameters, names, report, () => this.showControls());
    this.transport = new Transport({
      togglePause: () => this.controls.togglePause(),
      step: () => this.controls.step(),
      reset: () => this.reset(),
      seek: (time) => this.controls.seek(time),
      setSpeed: (speed) => this.controls.setSpeed(speed),
    });
    const commander = new Commander(connection, names);
    this.joints = new JointPanel((joint, position) => commander.command(joint, position));
    this.settings = new ParameterPanel(this.parameters, names);
    this.options = new ViewOptions((option) => this.optionChanged(option));
    this.assemble();
    this.listen();
    this.showControls();
  }

  private assemble(): void {
    const theme = new ThemeChoice((colours) => {
      this.world.viewport.setTheme(colours);
      this.plots.redraw();
    });
    const help = () => this.help.toggle();
    byId('tools').append(
      iconButton('follow', 'Follow the robot (f)', () => this.options.toggle('follow')),
      iconButton('home', 'Show the whole scene (h)', () => this.world.showAll()),
      iconButton('theme', 'Light or dark (t)', () => theme.toggle()),
      iconButton('help', 'Keys (?)', help));
    byId('stage').append(this.legend.element, this.transport.element, this.notices.element);
    const narrow = window.matchMedia('(max-width: 760px)');
    const openLegend = () => {
      this.legend.element.open = !narrow.matches;
    };
    narrow.addEventListener('change', openLegend);
    openLegend();
    document.body.append(this.help.element);
    byId('view').append(this.options.element);
    byId('solver').append(this.settings.solver);
    byId('live').append(this.plots.element);
    byId('joints').append(this.joints.element);
    byId('settings').append(this.settings.others);
    this.world.viewport.afterDraw = () => this.drawLabels();
    this.listenToKeys(() => theme.toggle(), help);
  }

  private listenToKeys(theme: () => void, help: () => void): void {
    const {viewport} = this.world;
    const sideways = (sign: number) => () => this.controls.isReplay ?
      this.controls.seek(this.time + sign * SEEK) : viewport.orbit(sign * TURN, 0);
    listenToKeys({
      ' ': () => this.controls.togglePause(),
      s: () => this.controls.step(),
      r: () => this.reset(),
      f: () => this.options.toggle('follow'),
      h: () => this.world.showAll(),
      w: () => this.options.toggle('wrenches'),
      c: () => this.options.toggle('cones'),
      p: () => this.options.toggle('penetration'),
      t: theme,
      '?': help,
      ArrowLeft: sideways(-1),
      ArrowRight: sideways(1),
      ArrowUp: () => viewport.orbit(0, TURN),
      ArrowDown: () => viewport.orbit(0, -TURN),
      '+': () => viewport.orbit(0, 0, NEARER),
      '-': () => viewport.orbit(0, 0, 1 / NEARER),
    }, () => this.help.element.open);
  }

  private listen(): void {
    const {connection, names} = this;
    const {events} = connection;
    events.on('state', (state) => this.connectionChanged(state));
    events.on('info', ({name, capabilities}) => {
      this.showTitle(name.replace(/^contact_sim: /, ''), '');
      this.joints.allow(capabilities.includes('clientPublish'));
    });
    events.on('services', () => {
      this.showControls();
      void this.describe();
    });
    events.on('status', ({level, message}) => {
      if (level > 0 && !this.parameters.hasRefused(message)) {
        this.notices.say(message);
      }
    });
    events.on('error', (error) => console.warn(error.message));
    this.parameters.events.on('changed', (changed) => this.parametersChanged(changed));
    this.world.robotLoaded = (robot) => this.joints.know(robot.joints());
    connection.listen<Clock>('/clock', ({clock}) => this.timeChanged(seconds(clock)));
    connection.listen<JointState>(names.topic('joint_states'), (message) => {
      this.lastJoints = message;
    });
    connection.listen<DiagnosticArray>('/diagnostics', (message) => this.diagnosed(message));
    setInterval(() => this.showNumbers(), PANEL_PERIOD);
  }

  private connectionChanged(state: ConnectionState): void {
    this.notices.showConnection(state);
    document.body.dataset['connection'] = state.kind;
    byId('panel').inert = this.transport.element.inert = state.kind !== 'open';
    this.showState();
    if (state.kind === 'open') {
      this.world.forget();
      this.parameters.refresh();
      this.connection.watchParameters([]);
    }
  }

  private async describe(): Promise<void> {
    const name = this.names.service('describe');
    if (!this.connection.services.has(name)) {
      return;
    }
    let description = NO_DESCRIPTION;
    try {
      description = parseDescription((await this.connection.services.trigger(name)).message);
    } catch (error) {
      this.notices.say(`${name}: ${(error as Error).message}`);
    }
    if (description.scenario) {
      this.showTitle(description.scenario, description.description);
    }
    this.settings.describe(description);
    this.joints.describe(description);
  }

  private parametersChanged(changed: Set<string>): void {
    if (changed.has(this.names.parameter('solver.plugin'))) {
      void this.describe();
    }
    if (changed.has(PLAYER.time)) {
      this.timeChanged(this.parameters.number(PLAYER.time) ?? 0);
    }
    const paused = this.parameters.get(PLAYER.paused);
    if (typeof paused === 'boolean') {
      this.controls.know(paused);
    }
    this.world.forceScale =
      this.parameters.number(this.names.parameter('markers.force_scale')) ?? 0.01;
    this.showControls();
  }

  private showControls(): void {
    const can = this.controls.can();
    byId('solver').hidden = byId('settings').hidden = this.controls.isReplay;
    this.transport.enable(can);
    this.transport.showPaused(this.controls.isPaused);
    this.transport.showSpeed(this.controls.speed());
    const heat = this.parameters.number(this.names.parameter('markers.penetration'));
    const cones = this.parameters.get(this.names.parameter('markers.cones'));
    this.options.offer('cones', cones !== undefined);
    this.options.offer('penetration', heat !== undefined);
    this.options.display('cones', cones === true);
    this.options.display('penetration', (heat ?? 0) > 0);
    this.showLegend();
    this.showState();
  }

  private showLegend(): void {
    const {contacts, wrenches, cones} = this.options.shown;
    const heat = this.parameters.number(this.names.parameter('markers.penetration')) ?? 0;
    this.legend.show({contacts, wrenches, cones, heat: heat > 0 ? `${1e6 * heat} µm` : ''});
  }

  private showState(): void {
    const connection = document.body.dataset['connection'];
    const state = connection !== 'open' ? 'offline' : this.controls.isPaused ? 'paused' :
      this.controls.isReplay ? 'playing' : 'running';
    byId('state').textContent = connection === 'connecting' ? 'connecting' : state;
    document.body.dataset['state'] = state;
  }

  private showTitle(scene: string, description: string): void {
    byId('scene-name').textContent = scene.replace(/_/g, ' ');
    byId('scene-description').textContent = description;
    document.title = `${scene} – contact_sim`;
  }

  private diagnosed(message: DiagnosticArray): void {
    const figures = readFigures(message);
    if (figures) {
      this.plots.receive(figures);
      if (!this.controls.isReplay) {
        this.controls.hear(figures.isPaused);
      }
    }
  }

  private timeChanged(time: number): void {
    if (time < this.time - 1e-9 && !this.controls.isReplay) {
      this.joints.forget();
    }
    this.time = time;
  }

  private showNumbers(): void {
    const range = this.controls.isReplay ? {
      begin: this.parameters.number(PLAYER.begin) ?? 0,
      end: this.parameters.number(PLAYER.end) ?? 0, time: this.time,
    } : undefined;
    this.transport.showTimeline(range);
    if (!range) {
      this.transport.showTime(this.time);
    }
    if (this.lastJoints) {
      this.joints.receive(this.lastJoints);
      this.lastJoints = undefined;
    }
  }

  private reset(): void {
    this.controls.reset();
    this.joints.forget();
  }

  private optionChanged(option: ViewOption): void {
    const isShown = this.options.shown[option];
    const set = (name: string, value: boolean | number) =>
      this.parameters.set(this.names.parameter(name), value)
        .catch((error: Error) => this.notices.say(error.message));
    if (option === 'contacts') {
      FORCES.forEach((ns) => this.world.contacts.show(ns, isShown));
    } else if (option === 'cones') {
      void set('markers.cones', isShown);
    } else if (option === 'penetration') {
      void set('markers.penetration', isShown ? FULL_HEAT : 0);
    } else if (option === 'follow') {
      this.world.viewport.follow(isShown ? this.world.followed() : undefined);
    } else {
      this.showWrenches(isShown);
    }
    this.showLegend();
    this.world.viewport.redraw();
  }

  private showWrenches(isShown: boolean): void {
    this.stopWrenches?.();
    this.stopWrenches = isShown ? this.world.listenToWrenches() : undefined;
    this.world.wrenches.clear();
  }

  private drawLabels(): void {
    byId('labels').replaceChildren(...this.world.wrenches.labels.flatMap(({text, at}) => {
      const {x, y, isVisible} = this.onStage(at);
      return isVisible ?
        [h('span', {class: 'label', style: `left: ${x}px; top: ${y}px`}, text)] : [];
    }));
  }

  private onStage(point: THREE.Vector3): {x: number; y: number; isVisible: boolean} {
    const {left, top} = byId('stage').getBoundingClientRect();
    const {x, y, isVisible} = this.world.viewport.toScreen(point);
    return {x: x - left, y: y - top, isVisible};
  }
}

// Copyright 2026 contact_sim developers
// SPDX-License-Identifier: Apache-2.0

// npm test [-- --outdir DIR] [--prefix DIR] [NAME...]: checks the types, bundles page and tests, and
// runs the tests (those whose file has one of the names). The page goes to share/contact_sim/viewer
// below the prefix, where the simulator looks for it; screenshots to DIR/screenshots. With CONTACT_SIM
// set to the executable, the tests against the real simulator run too.

import {build} from 'esbuild';
import {spawnSync} from 'node:child_process';
import {mkdirSync, readdirSync, rmSync} from 'node:fs';
import {dirname, join, resolve} from 'node:path';
import {fileURLToPath} from 'node:url';
import {parseArgs} from 'node:util';

const here = dirname(fileURLToPath(import.meta.url));
const {values, positionals} = parseArgs({
  options: {outdir: {type: 'string', default: join(here, 'dist')}, prefix: {type: 'string'}},
  allowPositionals: true,
});
const outdir = resolve(values.outdir);
const prefix = resolve(values.prefix ?? join(outdir, 'prefix'));
const page = join(prefix, 'share/contact_sim/viewer');
const screenshots = join(outdir, 'screenshots');
const bundles = join(outdir, 'tests');

function run(file, args, env = {}) {
  const {status} = spawnSync(
    process.execPath, [file, ...args], {stdio: 'inherit', cwd: here, env: {...process.env, ...env}});
  if (status !== 0) {
    process.exit(status ?? 1);
  }
}

const isWanted = (name) =>
  name.endsWith('.test.ts') && (positionals.length === 0 || positionals.some((p) => name.includes(p)));

rmSync(bundles, {recursive: true, force: true});
mkdirSync(screenshots, {recursive: true});
run(join(here, 'node_modules/typescript/bin/tsc'), ['--noEmit']);
run(join(here, 'build.mjs'), ['--outdir', page]);
const tests = readdirSync(join(here, 'tests')).filter(isWanted);
await build({
  entryPoints: tests.map((name) => join(here, 'tests', name)), outdir: bundles, bundle: true,
  platform: 'node', target: 'node18', format: 'cjs', packages: 'external',
  outExtension: {'.js': '.cjs'}, logLevel: 'warning',
});
const env = {
  NODE_PATH: join(here, 'node_modules'), VIEWER_SOURCE: here, VIEWER_PAGE: page,
  VIEWER_ARTIFACTS: screenshots, AMENT_PREFIX_PATH: prefix,
};
// One after the other: a browser that draws by software needs all there is.
tests.forEach((name) => run(
  '--test', ['--test-reporter=spec', join(bundles, name.replace(/\.ts$/, '.cjs'))], env));

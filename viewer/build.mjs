// Copyright 2026 contact_sim developers
// SPDX-License-Identifier: Apache-2.0

// npm run build -- --outdir DIR: bundles the page into DIR.

import {build} from 'esbuild';
import {cp, mkdir} from 'node:fs/promises';
import {dirname, resolve} from 'node:path';
import {fileURLToPath} from 'node:url';
import {parseArgs} from 'node:util';

const {values} = parseArgs({options: {outdir: {type: 'string', default: 'dist'}}});
const here = dirname(fileURLToPath(import.meta.url));
const outdir = resolve(values.outdir);

await mkdir(outdir, {recursive: true});
await build({
  entryPoints: [resolve(here, 'src/main.ts')],
  outfile: resolve(outdir, 'main.js'),
  bundle: true,
  format: 'esm',
  target: 'es2022',
  minify: true,
  // The protocol library logs with `debug`, whose level is read from here.
  define: {'process.env.NODE_ENV': '"production"'},
  legalComments: 'linked',
  logLevel: 'warning',
});
await cp(resolve(here, 'public'), outdir, {recursive: true});
console.log(`viewer: bundled into ${outdir}`);

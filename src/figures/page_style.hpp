// Copyright 2026 contact_sim developers
//
// Licensed under the Apache License, Version 2.0 (the "License");
// you may not use this file except in compliance with the License.
// You may obtain a copy of the License at
//
//     http://www.apache.org/licenses/LICENSE-2.0
//
// Unless required by applicable law or agreed to in writing, software
// distributed under the License is distributed on an "AS IS" BASIS,
// WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
// See the License for the specific language governing permissions and
// limitations under the License.

#ifndef FIGURES__PAGE_STYLE_HPP_
#define FIGURES__PAGE_STYLE_HPP_

namespace contact_sim
{

/// Light, dark, narrow and on paper; no font and no file from elsewhere.
constexpr const char * kPageStyle =
  R"(<style>
:root { --ink: #1c1e21; --soft: #5a6068; --paper: #fff; --line: #d9dce0; --band: #f5f6f8;
  --link: #005a9c; --kept: #00704f; --short: #b03a00; color-scheme: light dark; }
@media screen and (prefers-color-scheme: dark) {
  :root { --ink: #e9eaec; --soft: #a3a9b1; --paper: #16181c; --line: #363b43; --band: #1e2126;
    --link: #6db6f2; --kept: #2fc79a; --short: #ff9a5c; } }
body { max-width: 62rem; margin: 0 auto; padding: 1.5rem 1.25rem 4rem; color: var(--ink);
  background: var(--paper); font: 16px/1.55 system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', sans-serif; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: .4rem 0 .6rem; }
h2 { font-size: 1.4rem; margin: 3rem 0 .5rem; padding-top: .8rem; border-top: 1px solid var(--line); }
h3 { font-size: 1.08rem; margin: 1.8rem 0 .3rem; }
p { margin: .55rem 0; max-width: 46rem; }
a { color: var(--link); }
nav ul { columns: 20rem; padding-left: 1.1rem; }
nav small { color: var(--soft); } nav b { color: var(--short); font-weight: 600; }
code, pre { font: .88em/1.5 ui-monospace, 'DejaVu Sans Mono', monospace; background: var(--band); border-radius: 3px; }
code { padding: .08em .3em; } pre { padding: .5rem .8rem; overflow-x: auto; }
.table { overflow-x: auto; margin: 1rem 0; }
table { border-collapse: collapse; font-size: .92rem; font-variant-numeric: tabular-nums; }
caption { text-align: left; font-weight: 600; padding-bottom: .35rem; }
th, td { padding: .22rem .75rem .22rem 0; text-align: left; border-bottom: 1px solid var(--line); vertical-align: top; }
th { border-bottom: 2px solid var(--line); font-weight: 600; color: var(--soft); }
.number { text-align: right; white-space: nowrap; }
td.short { color: var(--short); font-weight: 600; }
.promise { padding-left: .7rem; border-left: 3px solid; }
.promise.kept { border-color: var(--kept); } .promise.kept b { color: var(--kept); }
.promise.short { border-color: var(--short); } .promise.short b { color: var(--short); }
figure { margin: 1.2rem 0; } figure svg { max-width: 100%; height: auto; }
figcaption { color: var(--soft); font-size: .92rem; max-width: 46rem; }
@media print { body { max-width: none; padding: 0; font-size: 10.5pt; }
  figure, tr, .promise { break-inside: avoid; } h2, h3 { break-after: avoid; } .table { overflow: visible; } }
</style>
)";

}  // namespace contact_sim

#endif  // FIGURES__PAGE_STYLE_HPP_

# Copyright 2026 contact_sim developers
#
# Licensed under the Apache License, Version 2.0 (the "License");
# you may not use this file except in compliance with the License.
# You may obtain a copy of the License at
#
#     http://www.apache.org/licenses/LICENSE-2.0
#
# Unless required by applicable law or agreed to in writing, software
# distributed under the License is distributed on an "AS IS" BASIS,
# WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
# See the License for the specific language governing permissions and
# limitations under the License.

"""Installs the packages of the page, then bundles and tests it; exit status 77: skipped."""

import argparse
from pathlib import Path
import subprocess
import sys

SKIPPED = 77

# As npm says that there is no way to the registry.
NO_NETWORK = ('ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'ETIMEDOUT', 'ENETUNREACH', 'ENOTCACHED')


def is_installed(viewer):
    """Tell whether the packages, also those for tests, are those of the lock file."""
    installed = viewer / 'node_modules/.package-lock.json'
    lock = viewer / 'package-lock.json'
    return (
        (viewer / 'node_modules/playwright-core').is_dir() and installed.is_file()
        and installed.stat().st_mtime >= lock.stat().st_mtime)


def install(npm, viewer):
    """Install the packages; without a network there is nothing to test with."""
    process = subprocess.run(
        [npm, 'ci', '--no-audit', '--no-fund'], cwd=viewer, encoding='utf-8',
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if process.returncode == 0:
        return
    print(process.stdout)
    if any(reason in process.stdout for reason in NO_NETWORK):
        print('the page is not tested: npm cannot reach its registry')
        sys.exit(SKIPPED)
    sys.exit('npm ci failed, see above')


def main():
    """Run npm ci where it is needed, and npm test."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ('viewer', 'npm', 'outdir', 'prefix'):
        parser.add_argument(f'--{name}', required=True)
    parser.add_argument('tests', nargs='+', help='names of files in viewer/tests')
    arguments = parser.parse_args()
    viewer = Path(arguments.viewer)
    if not is_installed(viewer):
        install(arguments.npm, viewer)
    command = [
        arguments.npm, 'test', '--', '--outdir', arguments.outdir, '--prefix', arguments.prefix,
        *arguments.tests]
    sys.exit(subprocess.run(command, cwd=viewer).returncode)


if __name__ == '__main__':
    main()

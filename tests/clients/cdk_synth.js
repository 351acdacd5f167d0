// Synthesises stacks, and prints their templates as JSON by name.
//
// usage: cdk_synth.js <folder of compiled stacks>: each file <model>-stack.js exports one stack.

const { readdirSync } = require('fs');
const { join, resolve } = require('path');
const { App } = require('aws-cdk-lib');

const folder = resolve(process.argv[2]);
const app = new App({ analyticsReporting: false, outdir: join(folder, 'cdk.out') });
for (const file of readdirSync(folder).filter((name) => name.endsWith('-stack.js'))) {
  const [Stack] = Object.values(require(join(folder, file)));
  new Stack(app, file.replace('-stack.js', ''), { env: { region: 'eu-west-1' } });
}
const stacks = app.synth().stacks.map((stack) => [stack.stackName, stack.template]);
console.log(JSON.stringify(Object.fromEntries(stacks)));

// Synthesises stacks, and prints their templates as JSON by name.
//
// usage: cdk_synth.js <folder>: each file <model>-stack.js exports one stack; each file
// <model>.template.json is a template, read by CDK's own reader as the stack <model>-template.

const { readdirSync } = require('fs');
const { join, resolve } = require('path');
const { App, Stack } = require('aws-cdk-lib');
const { CfnInclude } = require('aws-cdk-lib/cloudformation-include');

const folder = resolve(process.argv[2]);
const app = new App({ analyticsReporting: false, outdir: join(folder, 'cdk.out') });
const env = { region: 'eu-west-1' };
for (const file of readdirSync(folder)) {
  if (file.endsWith('-stack.js')) {
    const [OneStack] = Object.values(require(join(folder, file)));
    new OneStack(app, file.replace('-stack.js', ''), { env });
  } else if (file.endsWith('.template.json')) {
    const stack = new Stack(app, file.replace('.template.json', '-template'), { env });
    new CfnInclude(stack, 'Template', { templateFile: join(folder, file) });
  }
}
const stacks = app.synth().stacks.map((stack) => [stack.stackName, stack.template]);
console.log(JSON.stringify(Object.fromEntries(stacks)));

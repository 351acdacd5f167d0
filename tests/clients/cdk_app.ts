// The app that docs/infrastructure.md shows.
import { App } from 'aws-cdk-lib';
import { ResearchStack } from './research-stack';

const app = new App();
new ResearchStack(app, 'Research', { env: { region: 'eu-west-1' } });

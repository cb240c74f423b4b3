import { App } from '@slack/bolt';
import { createOneTeam } from '../../src/slack/installation/one-team.ts';
import { helpMessage } from '../../src/slack/kit/copy/help.ts';

/**
 * What Bolt alone costs: an app of two listeners behind its own server, with Deckhand's `authorize`. Takes the signing secret, the
 * bot token, Slack's address and the id of the button; prints its port.
 */
const [signingSecret = '', token = '', apiUrl = '', buttonId = ''] = process.argv.slice(2);

const app = new App({
  signingSecret,
  authorize: createOneTeam(token, { apiUrl, fetch }).authorize,
  clientOptions: { slackApiUrl: apiUrl },
  customRoutes: [
    {
      path: '/cpu',
      method: 'GET',
      handler: (_, response) => {
        const { user, system } = process.cpuUsage();
        response.end(String((user + system) / 1e6));
      },
    },
  ],
});
app.action(buttonId, ({ ack }) => ack());
app.command('/deck', async ({ ack, respond }) => {
  await ack();
  await respond({ response_type: 'ephemeral', ...helpMessage({ serviceName: 'Papermill' }) });
});
const server = await app.start(0);
const address = server.address();
process.stdout.write(`port ${typeof address === 'object' ? address?.port : ''}\n`);

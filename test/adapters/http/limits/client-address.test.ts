import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';

import { clientAddress } from '../../../../src/adapters/http/limits/client-address.ts';

/** A request from this peer, with what it says of the way that the request came. */
const aRequest = (peer: string, forwarded: string): IncomingMessage => {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: peer });
  const request = new IncomingMessage(socket);
  request.headers['x-forwarded-for'] = forwarded;
  return request;
};

const ranges = ['10.0.0.0/8'];
const CLIENT = '203.0.113.7';
const FORGED = '198.51.100.9';

test.each([
  ['one proxy', 1, `${FORGED}, ${CLIENT}`, CLIENT],
  ['two proxies', 2, `${FORGED}, ${CLIENT}, 10.0.0.2`, CLIENT],
  ['three proxies', 3, `${FORGED}, ${CLIENT}, 10.0.0.3, 10.0.0.2`, CLIENT],
  ['two proxies, of which the request passed one', 2, CLIENT, CLIENT],
])('behind %s the client is who the outermost of them saw, whatever it wrote itself', (_, hops, forwarded, client) => {
  expect(clientAddress(aRequest('10.0.0.1', forwarded), { ranges, hops })).toBe(client);
});

test('a peer that is no trusted proxy is the client, whatever it says', () => {
  const request = aRequest(CLIENT, `${FORGED}, 10.0.0.2`);
  expect(clientAddress(request, { ranges, hops: 2 })).toBe(CLIENT);
});

import { subscribe } from 'node:diagnostics_channel';
import { isIPv4, type Socket } from 'node:net';

/** Whatever a test connects to runs on this machine. */
subscribe('net.client.socket', (message) => {
  const { socket } = message as { socket: Socket };
  socket.on('connectionAttempt', (ip) => {
    if (isLoopback(ip)) return;
    const refusal = new Error(`A test would have connected to ${ip}: tests reach this machine only.`);
    // Node is still busy with the socket.
    process.nextTick(() => socket.destroy(refusal));
  });
});

const isLoopback = (ip: string) =>
  isIPv4(ip) ? ip.startsWith('127.') : ['::1', '::ffff:127.0.0.1'].includes(ip);

import "server-only";
import { subscribe } from "node:diagnostics_channel";
import type { ServerResponse } from "node:http";

/**
 * Sends the headers of each reply together with its first bytes. Next flushes them on their own before it writes a body, and each write to the
 * socket is a system call and a packet: for a small reply this costs more than the rest of the work. Streams are not delayed: what is written
 * within one turn of the event loop is sent at its end.
 */
export function writeHeadersWithBody(): void {
  subscribe("http.server.request.start", (message) => {
    const { response } = message as { response: ServerResponse };
    const flush = response.flushHeaders;
    response.flushHeaders = () => {
      const { socket } = response;
      socket?.cork();
      flush.call(response);
      setImmediate(() => socket?.uncork());
    };
  });
}

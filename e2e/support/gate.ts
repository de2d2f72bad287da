import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { Transform } from "node:stream";

/** The message with a session's process id: its kind and length, then the id. */
const keyData = Buffer.from([0x4b, 0, 0, 0, 12]);

/** Changes the process id that a session is told, as a PgBouncer does. */
export function hideId(chunk: Buffer): void {
  const at = chunk.indexOf(keyData);
  if (at >= 0) chunk.writeInt32BE(7, at + keyData.length);
}

const changing = (change: (chunk: Buffer) => void) =>
  new Transform({
    transform(chunk: Buffer, _, done) {
      change(chunk);
      done(null, chunk);
    },
  });

/**
 * A way to a server that can be shut, as when the server is stopped, or frozen, as when its host loses its power or a firewall forgets connections: nothing
 * is closed, nothing comes, and what was connected then stays dead when the way is open again. Who connects meanwhile waits for it. `change` may change
 * what the server says, in place.
 */
export async function openGate(to: { host: string; port: number }, { change }: { change?: (chunk: Buffer) => void } = {}) {
  const sockets = new Set<Socket>();
  let state: "open" | "shut" | "frozen" = "open";
  const waiting: Socket[] = [];
  const gate = createServer((from) => {
    if (state === "shut") {
      from.destroy();
      return;
    }
    from.on("error", () => undefined);
    sockets.add(from);
    if (state === "frozen") waiting.push(from);
    else lead(from);
  });
  function lead(from: Socket) {
    const onward = connect(to.port, to.host);
    for (const [socket, other] of [
      [from, onward],
      [onward, from],
    ] as const) {
      sockets.add(socket);
      socket.on("error", () => undefined);
      socket.once("close", () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
    from.pipe(onward);
    if (change) onward.pipe(changing(change)).pipe(from);
    else onward.pipe(from);
  }
  gate.listen(0, "127.0.0.1");
  await once(gate, "listening");
  const address = gate.address();
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: typeof address === "object" && address !== null ? address.port : 0,
    shut: () => {
      state = "shut";
      cut();
    },
    freeze: () => {
      state = "frozen";
      for (const socket of sockets) socket.unpipe().pause();
    },
    open: () => {
      state = "open";
      for (const from of waiting.splice(0)) lead(from);
    },
    close: () => {
      gate.close();
      cut();
    },
  };
}

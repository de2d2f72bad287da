import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** A way to a server that can be shut: what a network, a firewall or a stopped database looks like from the product. */
export async function openGate(to: { host: string; port: number }) {
  const sockets = new Set<Socket>();
  let isOpen = true;
  const gate = createServer((from) => {
    if (!isOpen) {
      from.destroy();
      return;
    }
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
      socket.pipe(other);
    }
  });
  gate.listen(0, "127.0.0.1");
  await once(gate, "listening");
  const address = gate.address();
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: typeof address === "object" && address !== null ? address.port : 0,
    shut: () => {
      isOpen = false;
      cut();
    },
    open: () => {
      isOpen = true;
    },
    close: () => {
      gate.close();
      cut();
    },
  };
}

import { spawn } from "node:child_process";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";

const script = join(import.meta.dirname, "../../bin/redline.mjs");

/** Runs the `redline` command as a user does, in a separate process, on the database of `DATABASE_URL`. */
export async function redline(
  args: string[],
  { input = "", env = {} }: { input?: string; env?: Record<string, string> } = {},
): Promise<{ code: number; out: string; err: string }> {
  const child = spawn(process.execPath, [script, ...args], { env: { ...process.env, ...env } });
  child.stdin.end(input);
  const closed = new Promise<number>((resolve, reject) => child.once("error", reject).once("close", (code) => resolve(code ?? -1)));
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
  return { code, out, err };
}

interface SlowWay {
  url: string;
  /** The connections so far: what the client sent, and whether it is still connected. */
  connections: { sent: string; open: boolean }[];
  close: () => Promise<void>;
}

/** A connection URL for the same database through a proxy that delays each answer by `delayMs`. */
export async function slowWayTo(url: string, delayMs: number): Promise<SlowWay> {
  const target = new URL(url);
  const connections: SlowWay["connections"] = [];
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    const connection = { sent: "", open: true };
    connections.push(connection);
    near.on("data", (chunk) => {
      connection.sent += chunk.toString("latin1");
    });
    near.on("close", () => {
      connection.open = false;
    });
    near.pipe(far);
    far.on("data", (chunk) => setTimeout(() => near.write(chunk), delayMs));
    far.on("close", () => setTimeout(() => near.end(), delayMs));
    for (const socket of [near, far]) socket.on("error", () => far.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const slow = new URL(url);
  slow.hostname = "127.0.0.1";
  slow.port = String(typeof address === "object" ? address?.port : "");
  return { url: slow.href, connections, close: () => new Promise((resolve) => server.close(() => resolve())) };
}

import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { KeptProcess, restartDelayMs } from "./child.mjs";
import { isAlive } from "./processes.mjs";

/** A kept process that runs `script`, with the pids it had; `nextStart()` resolves when it is next started. */
function keep(script: string) {
  const pids: number[] = [];
  const said: string[] = [];
  let output = "";
  let onStart: (pid: number) => void = () => undefined;
  let onOutput: () => void = () => undefined;
  const kept = new KeptProcess({
    name: "test process",
    args: ["-e", script],
    env: process.env,
    onOutput: (chunk: Buffer) => {
      output += chunk.toString();
      onOutput();
    },
    say: (line: string) => said.push(line),
  });
  kept.onStart = () => {
    const pid = kept.identity?.pid ?? 0;
    pids.push(pid);
    onStart(pid);
  };
  return {
    kept,
    pids,
    said,
    output: () => output,
    nextStart: () =>
      new Promise<number>((resolve) => {
        onStart = resolve;
      }),
    printed: (text: string) =>
      new Promise<void>((resolve) => {
        onOutput = () => {
          if (output.includes(text)) resolve();
        };
        onOutput();
      }),
  };
}

test("the pause before a restart doubles up to half a minute", () => {
  expect([0, 1, 2, 3, 6, 20].map(restartDelayMs)).toEqual([500, 1_000, 2_000, 4_000, 30_000, 30_000]);
});

test("a process that dies is restarted, and stays down once it is stopped", async () => {
  const { kept, pids, said, nextStart, printed } = keep('console.log("up"); setInterval(() => {}, 1000)');
  kept.start();
  await printed("up");
  const again = nextStart();
  process.kill(pids[0] ?? 0, "SIGKILL");
  const second = await again;
  expect(second).not.toBe(pids[0]);
  expect(said[0]).toBe("The test process ended (SIGKILL); starting it again in 0.5 s.");
  expect(kept.failures).toBe(1);
  await kept.stop(5_000);
  expect(isAlive(second)).toBe(false);
  expect(kept.identity).toBeNull();
});

test("a process whose end nobody here has noticed yet is gone once it is stopped", async () => {
  const { kept, pids, printed } = keep('console.log("up"); setInterval(() => {}, 1000)');
  kept.start();
  await printed("up");
  process.kill(pids[0] ?? 0, "SIGKILL");
  while (isAlive(pids[0] ?? 0));
  await kept.stop(5_000);
  expect(kept.identity).toBeNull();
});

test("a process that ignores SIGTERM is killed after its grace period", async () => {
  const { kept, pids, said, printed } = keep('process.on("SIGTERM", () => {}); console.log("up"); setInterval(() => {}, 1000)');
  kept.start();
  await printed("up");
  await kept.stop(100);
  expect(isAlive(pids[0] ?? 0)).toBe(false);
  expect(said.at(-1)).toBe("The test process did not end in 0.1 s and was killed.");
});

test("a process that ignores SIGTERM does not keep itself from being restarted", async () => {
  const { kept, pids, said, nextStart, printed } = keep('process.on("SIGTERM", () => {}); console.log("up"); setInterval(() => {}, 1000)');
  kept.start();
  await printed("up");
  const again = nextStart();
  kept.restart(100);
  expect(await again).not.toBe(pids[0]);
  expect(said[0]).toBe("The test process did not end in 0.1 s and was killed.");
  await kept.stop(100);
});

test("a process that ends when it is asked to is restarted without being killed", async () => {
  const { kept, said, nextStart, printed } = keep('console.log("up"); setInterval(() => {}, 1000)');
  kept.start();
  await printed("up");
  const again = nextStart();
  kept.restart(5_000);
  await again;
  expect(said).toEqual(["The test process ended (SIGTERM); starting it again in 0.5 s."]);
  await kept.stop(5_000);
});

test("a process whose supervisor is gone is ended after its grace period, even if it ignores SIGTERM and leaving it in Node's way would hang", async () => {
  const preload = new URL("./end-with-parent.mjs", import.meta.url).href;
  const script = `process.on("SIGTERM", () => {});
    process.on("exit", () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));
    setInterval(() => {}, 1000);
    process.send("up");`;
  const child = spawn(process.execPath, ["--import", preload, "-e", script], {
    env: { ...process.env, REDLINE_SUPERVISOR: String(process.pid) },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  try {
    await once(child, "message");
    child.disconnect();
    await expect.poll(() => child.signalCode, { timeout: 15_000 }).toBe("SIGKILL");
  } finally {
    child.kill("SIGKILL");
  }
}, 20_000);

import { expect, test } from "vitest";
import { localUrl, needsDatabase, readStartOptions, UsageError } from "./options.mjs";

test("flags win over the environment, and the environment over the defaults", () => {
  expect(readStartOptions([], {})).toMatchObject({ port: 3000, host: "127.0.0.1", url: "http://127.0.0.1:3000", demo: true, worker: true });
  expect(readStartOptions([], { PORT: "4000", HOST: "::1" })).toMatchObject({ port: 4000, host: "::1", url: "http://[::1]:4000" });
  expect(readStartOptions(["--port", "5000", "--no-demo"], { PORT: "4000" })).toMatchObject({ port: 5000, demo: false });
});

test("the public address is shown to people; the local address stays reachable from this machine", () => {
  const options = readStartOptions(["--host", "0.0.0.0"], { REDLINE_URL: "https://redline.example.org/" });
  expect(options).toMatchObject({ url: "https://redline.example.org", localUrl: "http://127.0.0.1:3000" });
  expect(localUrl("::", 80)).toBe("http://[::1]:80");
});

test.each([
  [[], {}, "true"],
  [["--host", "::1"], { REDLINE_URL: "http://localhost:3000" }, "true"],
  [["--host", "0.0.0.0"], {}, "false"],
  [[], { REDLINE_URL: "https://redline.example.org" }, "false"],
  [["--host", "0.0.0.0"], { REDLINE_ALLOW_LOOPBACK_MODEL_URLS: "true" }, "true"],
  [[], { REDLINE_ALLOW_LOOPBACK_MODEL_URLS: "false" }, "false"],
])("models on this machine may be called where only this machine reaches Redline, or as set: %j %j", (args, env, expected) => {
  expect(readStartOptions(args, env).loopbackModels).toBe(expected);
});

test.each([
  [["--port", "0"], {}, "--port"],
  [["--port", "70000"], {}, "70000"],
  [[], { PORT: "http" }, 'PORT must be a port number from 1 to 65535, not "http"'],
  [[], { REDLINE_URL: "redline.example.org" }, "REDLINE_URL"],
  [[], { REDLINE_URL: "https://example.org/redline" }, "Redline cannot be served below a path. Give it a host name of its own"],
  [[], { REDLINE_URL: "https://example.org/?x" }, "cannot be served below a path"],
  [["--prot", "1"], {}, "--prot"],
  [["--only", "worker"], {}, "worker"],
  [["3000"], {}, "3000"],
])("a wrong setting is named: %j %j", (args, env, named) => {
  expect(() => readStartOptions(args, env)).toThrow(UsageError);
  expect(() => readStartOptions(args, env)).toThrow(named);
});

test("statistics, what is recomputed from a file and help need no database, every other command does", () => {
  for (const args of [
    [],
    ["--help"],
    ["--version"],
    ["help"],
    ["stats", "alpha", "x.csv"],
    ["import", "--help"],
    ["report", "-h"],
    ["report", "--from", "x"],
    ["reproduce", "birds", "x"],
    ["judge", "live", "--base-url", "x"],
  ]) {
    expect(needsDatabase(args), args.join(" ")).toBe(false);
  }
  for (const args of [["import", "x"], ["migrate"], ["judge", "test"], ["report", "--json"], ["report", "--from", "2026-03-01"]])
    expect(needsDatabase(args), args.join(" ")).toBe(true);
});

test("the time between backups is read, and a wrong one is refused by name", () => {
  expect(readStartOptions([], { REDLINE_BACKUP_EVERY: "24h" }).backupEvery).toBe("24h");
  expect(readStartOptions([], {}).backupEvery).toBeNull();
  expect(readStartOptions([], { REDLINE_BACKUP_EVERY: "" }).backupEvery).toBeNull();
  for (const wrong of ["daily", "0h", "24"])
    expect(() => readStartOptions([], { REDLINE_BACKUP_EVERY: wrong })).toThrow("REDLINE_BACKUP_EVERY must be");
});

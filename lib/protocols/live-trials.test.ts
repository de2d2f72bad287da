import { expect, test } from "vitest";
import { driveProtocol, typicalReply } from "@/lib/testing/drive-protocol";
import { liveBrief, liveSamples, liveWays } from "./live-trials";
import { findProtocol, protocols } from "./protocols";

test("an endpoint is tried with every protocol, on texts and on pairs where it takes them", () => {
  const tried = new Set(liveWays.map(({ protocol, kind }) => `${protocol} ${kind}`));
  expect([...tried].sort()).toEqual(protocols.flatMap(({ name, taskKinds }) => taskKinds.map((kind) => `${name} ${kind}`)).sort());
});

test.each(liveWays)("$protocol on $kind samples, $manner, asks what a typical reply answers", (way) => {
  const protocol = findProtocol(way.protocol);
  if (protocol === null) return expect.unreachable();
  expect(liveSamples).toHaveLength(6);
  for (const sample of liveSamples) {
    for (const form of ["json", "text"] as const) {
      const { result } = driveProtocol(protocol.draft(liveBrief(way, sample)), typicalReply(form));
      expect(result.length).toBeGreaterThan(0);
    }
  }
});

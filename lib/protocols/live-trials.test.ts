import { expect, test } from "vitest";
import { driveProtocol, typicalReply } from "@/lib/testing/drive-protocol";
import { liveBrief, liveSamples, liveWays } from "./live-trials";
import { findProtocol, protocols } from "./protocols";

test("an endpoint is tried with every protocol, on texts and on pairs where it takes them", () => {
  const tried = new Set(liveWays.map(({ protocol, kind }) => `${protocol} ${kind}`));
  expect([...tried].sort()).toEqual(protocols.flatMap(({ name, taskKinds }) => taskKinds.map((kind) => `${name} ${kind}`)).sort());
});

test("each is tried in every way that asks other questions", () => {
  const asked = liveWays.map((way) => {
    const [sample] = liveSamples;
    const protocol = findProtocol(way.protocol);
    if (protocol === null || sample === undefined) return expect.unreachable();
    const { questions } = driveProtocol(protocol.draft(liveBrief(way, sample)), typicalReply("json"));
    return JSON.stringify(questions.map((question) => (question.kind === "chat" ? question.messages("json") : question)));
  });
  expect(new Set(asked).size).toBe(liveWays.length);
  expect(new Set(liveWays.filter(({ kind }) => kind === "pairwise").map(({ variant }) => variant))).toEqual(
    new Set(["plain", "interference", "sycophancy"]),
  );
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

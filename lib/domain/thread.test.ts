import { expect, test } from "vitest";
import type { Actor, Role } from "./policy";
import { calledBy, isCollecting, mayMention, mayReadThread, type ThreadPerson, type ThreadPlace } from "./thread";

const projectId = "p";
const actor = (role: Role | null, userId = "me"): Actor => ({
  userId,
  name: userId,
  email: `${userId}@example.org`,
  instanceAdmin: false,
  memberships: new Map(role === null ? [] : [[projectId, role]]),
});
const place = (of: Partial<ThreadPlace>): ThreadPlace => ({
  on: "sample",
  projectId,
  taskId: "t",
  ownerId: null,
  archived: false,
  running: 0,
  closed: 0,
  open: 0,
  calibrated: false,
  withheld: false,
  byCode: false,
  ...of,
});

test("collecting ends with the archive, or with a closed study once the annotator has nothing open", () => {
  expect(isCollecting(place({}))).toBe(true);
  expect(isCollecting(place({ running: 1, closed: 1 }))).toBe(true);
  expect(isCollecting(place({ closed: 1, open: 1 }))).toBe(true);
  expect(isCollecting(place({ closed: 1 }))).toBe(false);
  expect(isCollecting(place({ archived: true, running: 1, open: 1 }))).toBe(false);
});

test("researchers and admins read every thread; outsiders and experts none", () => {
  for (const on of ["assignment", "sample", "criterion"] as const) {
    for (const role of ["researcher", "admin"] as const) expect(mayReadThread(actor(role), place({ on, running: 1 }))).toBe(true);
    for (const role of ["expert", null] as const) expect(mayReadThread(actor(role), place({ on, ownerId: "me", closed: 1 }))).toBe(false);
  }
});

test("an annotator reads threads on their own work at any time, on others' never, and on samples and criteria after collecting", () => {
  const reads = (of: Partial<ThreadPlace>) => mayReadThread(actor("annotator"), place(of));
  expect(reads({ on: "assignment", ownerId: "me", running: 1, open: 1 })).toBe(true);
  expect(reads({ on: "assignment", ownerId: "other", closed: 1 })).toBe(false);
  expect(reads({ on: "assignment", ownerId: null, archived: true })).toBe(false);
  for (const on of ["sample", "criterion"] as const) {
    expect(reads({ on, running: 1 })).toBe(false);
    expect(reads({ on })).toBe(false);
    expect(reads({ on, closed: 1 })).toBe(true);
    expect(mayReadThread({ ...actor("annotator"), onlyTask: "another" }, place({ on, closed: 1 }))).toBe(false);
  }
});

const person = (of: Partial<ThreadPerson>): ThreadPerson => ({
  userId: "u",
  name: "Ada",
  role: "annotator",
  instanceAdmin: false,
  code: "P1",
  ...of,
});

test("annotators know each other by code and researchers by name; researchers know everybody by name", () => {
  const annotator = actor("annotator");
  expect(calledBy(annotator, place({}), person({}))).toBe("P1");
  expect(calledBy(annotator, place({}), person({ role: null }))).toBe("P1");
  expect(calledBy(annotator, place({}), person({ role: "expert", code: null }))).toBe("A member");
  expect(calledBy(annotator, place({}), person({ role: "researcher" }))).toBe("Ada");
  expect(calledBy(annotator, place({}), person({ role: null, instanceAdmin: true }))).toBe("Ada");
  expect(calledBy(annotator, place({}), person({ userId: "me" }))).toBe("Ada");
  expect(calledBy(actor("researcher"), place({}), person({}))).toBe("Ada");
  expect(calledBy(annotator, place({}), undefined)).toBe("A former member");
  for (const leader of ["researcher", "admin"] as const) {
    const promised = (of: Partial<ThreadPerson>) => calledBy(actor(leader), place({ byCode: true }), person(of));
    expect([promised({}), promised({ role: null }), promised({ code: null })]).toEqual(["P1", "P1", "Ada"]);
    expect([promised({ role: "researcher" }), promised({ userId: "me" }), promised({ instanceAdmin: true })]).toEqual([
      "Ada",
      "Ada",
      "Ada",
    ]);
  }
});

test("annotators may mention those who lead the study and those who wrote in the thread, and nobody mentions themselves", () => {
  const annotator = actor("annotator");
  expect(mayMention(annotator, projectId, person({}), [])).toBe(false);
  expect(mayMention(annotator, projectId, person({}), ["u"])).toBe(true);
  expect(mayMention(annotator, projectId, person({ role: "researcher" }), [])).toBe(true);
  expect(mayMention(actor("researcher"), projectId, person({}), [])).toBe(true);
  expect(mayMention(actor("researcher"), projectId, person({ role: null }), ["u"])).toBe(false);
  expect(mayMention(actor("researcher"), projectId, person({ userId: "me" }), [])).toBe(false);
});

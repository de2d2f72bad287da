import { expect, test } from "vitest";
import { grantsAnything, groupRule, isInDomain, readGroups, rolesOfGroups } from "./single-sign-on";

const rules = [
  { group: "staff", role: "admin" as const },
  { group: "lab", project: "Birds", role: "annotator" as const },
  { group: "leads", project: "Birds", role: "researcher" as const },
  { group: "lab", project: "Answers", role: "expert" as const },
];

test("when several groups have a role in a project, the highest role counts, whatever their order", () => {
  expect(rolesOfGroups(rules, ["lab", "leads"]).projects.get("Birds")).toBe("researcher");
  expect(rolesOfGroups(rules.toReversed(), ["leads", "lab"]).projects.get("Birds")).toBe("researcher");
  expect(rolesOfGroups(rules, ["lab"]).projects).toEqual(
    new Map([
      ["Birds", "annotator"],
      ["Answers", "expert"],
    ]),
  );
});

test("a person in no group has no role in any project that a rule names, and projects without a rule are left alone", () => {
  const granted = rolesOfGroups(rules, ["others"]);
  expect([...granted.projects.values()]).toEqual([null, null]);
  expect(granted.instanceAdmin).toBe(false);
  expect(grantsAnything(granted)).toBe(false);
  expect(rolesOfGroups(rules.slice(1), ["lab"]).instanceAdmin).toBe(null);
  expect(rolesOfGroups(rules, ["staff"]).instanceAdmin).toBe(true);
});

test("groups are a list of names or one name, and nothing else is a group", () => {
  expect(readGroups(["a", 1, null, "", { a: 1 }, "b"])).toEqual(["a", "b"]);
  expect(readGroups("a")).toEqual(["a"]);
  expect(readGroups(undefined)).toEqual([]);
});

test("a domain's subdomains and namesakes are other domains", () => {
  expect(isInDomain("Ada@Uni.EXAMPLE", ["uni.example"])).toBe(true);
  for (const email of ["a@x.uni.example", "a@notuni.example", "a@uni.example.org", "uni.example@evil.example"]) {
    expect(isInDomain(email, ["uni.example"])).toBe(false);
  }
});

test("only the role admin may be given without a project, and unknown words in a rule are refused", () => {
  expect(groupRule.safeParse({ group: "a", role: "researcher" }).success).toBe(false);
  expect(groupRule.safeParse({ group: "a", role: "admin", projekt: "Birds" }).success).toBe(false);
  expect(groupRule.safeParse({ group: "a", role: "annotator", project: "Birds" }).success).toBe(true);
});

import { expect, it } from "vitest";
import { clusteredOrder } from "./clustered-order";

/** The order of people with names of one letter; "ab .8, bc .3 × 20": how alike two are, and the weight. */
const orderOf = (names: string, pairs: string) => {
  const known = pairs.split(", ").map((pair) => pair.split(" "));
  return clusteredOrder(names.split(""), (one, other) => {
    const [, value, , weight = 1] = known.find(([both]) => both === one + other || both === other + one) ?? [];
    return value === undefined ? null : { value: Number(value), weight: Number(weight) };
  }).join("");
};

it("camps stand together, however alike their means with everybody are, and the one whose members are more alike leads", () => {
  const camps = "ac .7, bd .8, ab .1, ad .2, bc .15, cd .05";
  // Their ends meet where the camps are most alike.
  expect(orderOf("abcd", camps)).toBe("bdac");
  expect(orderOf("dcba", camps)).toBe("bdac");
});

it("groups join by the mean over all their pairs, each by its weight", () => {
  // By plain means c would join a and b before d, next to b.
  expect(orderOf("abcd", "ab .9 × 200, ac .1 × 500, bc .8 × 20, ad .3 × 100, bd .35 × 100")).toBe("dbac");
});

it("the end that is more like all others leads", () => {
  expect(orderOf("abc", "ab .9, bc .2")).toBe("abc");
  expect(orderOf("cba", "ab .9, bc .2")).toBe("abc");
});

it("those who are compared with nobody come last, in their order; groups without a pair between them by their own likeness", () => {
  expect(orderOf("abcdef", "ce .4, bf .6")).toBe("bfcead");
  expect(orderOf("", "")).toBe("");
});

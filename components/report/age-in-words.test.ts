import { expect, test } from "vitest";
import { ageInWords } from "./age-in-words";

const now = new Date("2026-03-01T12:00:00Z");
const words = (at: string, newerRatings: number) => ageInWords({ at, current: false, newerRatings, complete: true }, now);

test("an older report says its age and how many ratings it lacks", () => {
  expect(words("2026-03-01T11:57:00Z", 12)).toBe("Computed 3 minutes ago; 12 ratings submitted since. The figures are being updated.");
  expect(words("2026-03-01T11:58:59Z", 1)).toBe("Computed 1 minute ago; 1 rating submitted since. The figures are being updated.");
  expect(words("2026-03-01T11:59:31Z", 0)).toBe(
    "Computed less than a minute ago; the data have changed since. The figures are being updated.",
  );
  expect(words("2026-03-01T07:30:00Z", 2400)).toBe("Computed 4 hours ago; 2,400 ratings submitted since. The figures are being updated.");
});

test("values without their intervals say that these are still computed", () => {
  expect(ageInWords({ at: "2026-03-01T11:57:00Z", current: false, newerRatings: 3, complete: false }, now)).toBe(
    "These are the values. Their intervals and the chapters that take longer are being computed and appear here by themselves.",
  );
});

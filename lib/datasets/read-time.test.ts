import { expect, it } from "vitest";
import { readTime } from "./read-time";

it.each([
  ["2023-05-29 06:22:10", "2023-05-29T06:22:10.000Z", false],
  ["2023-05-29T06:22:10Z", "2023-05-29T06:22:10.000Z", true],
  ["2023-05-29T06:22:10.1234+02:00", "2023-05-29T04:22:10.123Z", true],
  ["2023-05-29T06:22-0130", "2023-05-29T07:52:00.000Z", true],
  ["2024-02-29", "2024-02-29T00:00:00.000Z", false],
])("reads %s", (text, iso, hasZone) => {
  expect(readTime(text)).toEqual({ iso, hasZone });
});

it.each([
  "",
  "0",
  "0000-05-28T06:22:10Z",
  "0000-05-28 06:22",
  "yesterday",
  "2023-02-29",
  "2023-13-01",
  "2023-05-29 25:00",
  "29.05.2023",
  "2023-05-29T06:22:10+99:00",
  "1685341330",
])("refuses %j", (text) => {
  expect(readTime(text)).toBeNull();
});

it("reads exactly the days of the calendar", () => {
  const two = (number: number) => String(number).padStart(2, "0");
  for (const year of [1900, 2000, 2023, 2024])
    for (let month = 0; month <= 13; month++)
      for (let day = 0; day <= 32; day++) {
        const text = `${year}-${two(month)}-${two(day)}T23:59:07`;
        const exists = month >= 1 && day >= 1 && new Date(Date.UTC(year, month, 0)).getUTCDate() >= day && month <= 12;
        expect([text, readTime(`${text}Z`)?.iso]).toEqual([text, exists ? `${text}.000Z` : undefined]);
        expect([text, readTime(`${text}.250Z`)?.iso]).toEqual([text, exists ? `${text}.250Z` : undefined]);
      }
});

import { describe, expect, it } from "vitest";
import { bytes, countOf, decimals, dollars, duration, intervalText, percent, percentRange, shortened, signed } from "./format";

describe("numbers for reading", () => {
  it("have two decimals and a real minus sign", () => {
    expect(decimals(0.6294382561301921)).toBe("0.63");
    expect(decimals(-0.2)).toBe("−0.20");
  });

  it("give the ends of a share's interval as percentages that differ", () => {
    expect(percentRange({ low: 0.714, high: 0.838 })).toBe("71–84\u00a0%");
    expect(percentRange({ low: 0.0082, high: 0.0118 })).toBe("0.8–1.2\u00a0%");
  });

  it("never put a sign on a value that rounds to zero", () => {
    expect(decimals(-0.001)).toBe("0.00");
    expect(signed(0.001)).toBe("0.00");
    expect(signed(-0.004)).toBe("0.00");
  });

  it("carry the sign of a difference", () => {
    expect(signed(0.652)).toBe("+0.65");
    expect(signed(-0.652)).toBe("−0.65");
  });

  it("show shares with one decimal", () => {
    expect(percent(0.225)).toBe("22.5\u00a0%");
  });

  it("are spelled out up to twelve, with the singular for one", () => {
    expect(countOf(5, "annotator")).toBe("five annotators");
    expect(countOf(1, "judge")).toBe("one judge");
    expect(countOf(1000, "unit")).toBe("1,000 units");
    expect(countOf(2, "criterion", "criteria")).toBe("two criteria");
  });

  it("give an interval by its two ends", () => {
    expect(intervalText({ low: -0.1, high: 0.672 })).toBe("−0.10 to 0.67");
  });

  it("give durations in seconds, minutes and hours", () => {
    expect(duration(9)).toBe("9\u00a0s");
    expect(duration(7.5)).toBe("7.5\u00a0s");
    expect(duration(75.5)).toBe("1\u00a0min 16\u00a0s");
    expect(duration(300)).toBe("5\u00a0min");
    expect(duration(7500)).toBe("2\u00a0h 5\u00a0min");
  });

  it("never round a small cost to zero", () => {
    expect(dollars(0.0012)).toBe("$0.0012");
    expect(dollars(1234.5)).toBe("$1,234.50");
  });
});

describe("a long name", () => {
  it("is cut at a word and ends in an ellipsis", () => {
    expect(shortened("Use examples or analogies that are relatable", 30)).toBe("Use examples or analogies…");
  });

  it("is left alone when it fits", () => {
    expect(shortened("Clarity", 30)).toBe("Clarity");
  });

  it("is cut within a word when there is no better place", () => {
    expect(shortened("a".repeat(40), 10)).toBe(`${"a".repeat(9)}…`);
  });
});

describe("the size of a file", () => {
  it.each([
    [0, "0\u00a0bytes"],
    [1, "1\u00a0byte"],
    [999, "999\u00a0bytes"],
    [1000, "1.0\u00a0kB"],
    [4_120_000, "4.1\u00a0MB"],
    [9_960_000, "10\u00a0MB"],
    [999_900_000, "1.0\u00a0GB"],
    [2_000_000_000, "2.0\u00a0GB"],
    [37_400_000_000, "37\u00a0GB"],
  ])("is short and in one unit for %d bytes", (size, text) => {
    expect(bytes(size)).toBe(text);
  });
});

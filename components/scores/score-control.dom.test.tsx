import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import { labelled } from "@/lib/testing/labels";
import { ScoreControl } from "./score-control";

const level = (value: number, label: string, description = "") => ({ value, label, description });
const five = {
  min: 1,
  max: 5,
  step: 1,
  levels: [level(1, "none", "No example at all."), level(4, "good fit", "Fits, and is a little long.")],
};

describe("the score control", () => {
  test("has a button for every point, named with its level", () => {
    render(<ScoreControl scale={five} value={4} draftScore={2} onChoose={() => undefined} label="Score for analogy" />);
    const group = screen.getByRole("radiogroup", { name: "Score for analogy" });
    expect(group.querySelectorAll("[role=radio]")).toHaveLength(5);
    expect(screen.getByRole("radio", { name: "4 good fit" }).getAttribute("aria-checked")).toBe("true");
    expect(screen.getByRole("radio", { name: "2" }).querySelector(".struck")?.textContent).toBe("2");
    expect(screen.getByText("Fits, and is a little long.")).toBeDefined();
  });

  test("says what a point means on hover or focus", async () => {
    render(<ScoreControl scale={five} value={4} draftScore={null} onChoose={() => undefined} label="Score" />);
    const described = (description: string) => screen.queryByRole("radiogroup", { description }) !== null;
    await userEvent.hover(screen.getByRole("radio", { name: "1 none" }));
    expect(described("1 No example at all.")).toBe(true);
    await userEvent.unhover(screen.getByRole("radio", { name: "1 none" }));
    expect(described("4 Fits, and is a little long.")).toBe(true);
  });

  test("keeps room for the longest description, and takes none where no level has one", () => {
    const { container, rerender } = render(
      <ScoreControl scale={five} value={null} draftScore={null} onChoose={() => undefined} label="Score" />,
    );
    const notes = () =>
      [...container.querySelectorAll("p")].map(({ className, textContent }) => [className.includes("invisible"), textContent]);
    expect(notes()).toEqual([
      [true, "1 No example at all."],
      [true, "4 Fits, and is a little long."],
    ]);
    rerender(
      <ScoreControl scale={{ ...five, levels: [level(1, "none")] }} value={1} draftScore={null} onChoose={() => undefined} label="Score" />,
    );
    expect(notes()).toEqual([]);
  });

  test("is chosen with arrows and space; arrows alone choose nothing", async () => {
    const choose = vi.fn();
    render(<ScoreControl scale={five} value={4} draftScore={null} onChoose={choose} label="Score" />);
    await userEvent.tab();
    expect(document.activeElement).toBe(screen.getByRole("radio", { name: "4 good fit" }));
    await userEvent.keyboard("{ArrowRight}");
    expect(choose).not.toHaveBeenCalled();
    await userEvent.keyboard(" ");
    expect(choose).toHaveBeenCalledWith(5);
  });

  test("scales with zero, halves and other ends show their own points", () => {
    const { rerender } = render(
      <ScoreControl
        scale={{ min: 0, max: 3, step: 1, levels: [] }}
        value={null}
        draftScore={null}
        onChoose={() => undefined}
        label="Score"
      />,
    );
    expect(screen.getAllByRole("radio").map((button) => button.textContent)).toEqual(["0", "1", "2", "3"]);
    rerender(
      <ScoreControl
        scale={{ min: 0, max: 1, step: 0.5, levels: [] }}
        value={null}
        draftScore={null}
        onChoose={() => undefined}
        label="Score"
      />,
    );
    expect(screen.getAllByRole("radio").map((button) => button.textContent)).toEqual(["0", "0.5", "1"]);
  });

  test("a scale of many points is a slider with a number, which must be on the scale", async () => {
    const choose = vi.fn();
    render(<ScoreControl scale={{ min: 0, max: 100, step: 1, levels: [] }} value={null} draftScore={60} onChoose={choose} label="Score" />);
    expect(screen.getByRole("slider", { name: "Score" })).toBeDefined();
    const field = screen.getByRole("textbox", { name: "Score, number" });
    await userEvent.type(field, "101{Enter}");
    expect(screen.getByRole("alert").textContent).toMatch(/Not on the scale, 0 to 100/);
    expect(choose).not.toHaveBeenCalled();
    await userEvent.clear(field);
    await userEvent.type(field, "72{Enter}");
    expect(choose).toHaveBeenCalledExactlyOnceWith(72);
  });

  test("a draft's score off the scale is shown", () => {
    render(<ScoreControl scale={five} value={null} draftScore={9} onChoose={() => undefined} label="Score" />);
    expect(screen.getByText(/The draft says 9/)).toBeDefined();
  });

  test("a draft's score between two points is shown, and Tab enters at the nearest", async () => {
    render(<ScoreControl scale={five} value={null} draftScore={11 / 3} onChoose={() => undefined} label="Score" />);
    expect(screen.getByText(/The draft says/).textContent).toBe("The draft says 3.67, which lies between 3 and 4.");
    await userEvent.tab();
    expect(document.activeElement).toBe(screen.getByRole("radio", { name: "4 good fit" }));
    expect(screen.getAllByRole("radio").filter((button) => button.tabIndex === 0)).toHaveLength(1);
  });

  test("half-way between two points neither is nearest, and Tab still reaches one of them", async () => {
    render(<ScoreControl scale={five} value={null} draftScore={2.5} onChoose={() => undefined} label="Score" />);
    expect(screen.getByText(/The draft says/).textContent).toBe("The draft says 2.5, half-way between 2 and 3.");
    await userEvent.tab();
    expect(document.activeElement).toBe(screen.getByRole("radio", { name: "2" }));
  });

  test("a slider also shows a draft's score between two points, and a drag chooses the point it ends on", async () => {
    const choose = vi.fn();
    const hundred = { min: 0, max: 100, step: 1, levels: [] };
    render(<ScoreControl scale={hundred} value={null} draftScore={200 / 3} onChoose={choose} label="Score" />);
    expect(screen.getByText(/The draft says/).textContent).toBe("The draft says 66.67, which lies between 66 and 67.");
    const slider = screen.getByRole("slider", { name: "Score" });
    for (const value of [68, 69, 70]) fireEvent.change(slider, { target: { value } });
    expect(choose, "while it is dragged").not.toHaveBeenCalled();
    fireEvent.pointerUp(slider);
    expect(choose).toHaveBeenCalledExactlyOnceWith(70);
  });
});

describe("labels", () => {
  const few = labelled("supported", "contradicted", "not in the source");
  const many = labelled("apple", "banana", "cherry", "date", "elder", "fig", "grape", "honey", "ivy", "apricot", "juniper");

  test("are choices by name, each with its key, and the draft's is struck through when another is chosen", () => {
    render(<ScoreControl scale={few} value={2} draftScore={1} onChoose={() => undefined} label="Label for source" />);
    expect(screen.getAllByRole("radio").map((button) => button.textContent)).toEqual(["supported1", "contradicted2", "not in the source3"]);
    expect(screen.getByRole("radio", { name: "not in the source" }).getAttribute("aria-checked")).toBe("true");
    expect(screen.getByRole("radio", { name: "contradicted" }).querySelector(".struck")?.textContent).toBe("contradicted");
  });

  test("a score that is no label is not called a point between two others", () => {
    render(<ScoreControl scale={few} value={null} draftScore={0.5} onChoose={() => undefined} label="Label" />);
    expect(screen.getByText("The draft gives none of these labels.")).toBeDefined();
    expect(screen.queryByText(/half-way|between/u)).toBeNull();
  });

  test("beyond nine are buttons too, found by typing", async () => {
    const choose = vi.fn();
    render(<ScoreControl scale={many} value={null} draftScore={null} onChoose={choose} label="Label" />);
    expect(screen.getAllByRole("radio")).toHaveLength(11);
    expect(screen.getByRole("radio", { name: "apricot" }).textContent).toBe("apricot");
    await userEvent.tab();
    expect(document.activeElement).toBe(screen.getByRole("radio", { name: "apple" }));
    await userEvent.keyboard("apr");
    expect(document.activeElement).toBe(screen.getByRole("radio", { name: "apricot" }));
    expect(choose).not.toHaveBeenCalled();
    await userEvent.keyboard("{Enter}");
    expect(choose).toHaveBeenCalledWith(9);
  });

  test("nine or fewer leave letters to the commands", async () => {
    const heard = vi.fn();
    window.addEventListener("keydown", heard);
    render(<ScoreControl scale={few} value={null} draftScore={null} onChoose={() => undefined} label="Label" />);
    await userEvent.tab();
    heard.mockClear();
    await userEvent.keyboard("n");
    window.removeEventListener("keydown", heard);
    expect(heard).toHaveBeenCalledTimes(1);
    expect(document.activeElement).toBe(screen.getByRole("radio", { name: "supported" }));
  });
});

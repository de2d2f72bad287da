import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it } from "vitest";
import { Projector } from "./projector";

function Page() {
  const [on, setOn] = useState(true);
  return (
    <Projector on={on} onEnd={() => setOn(false)}>
      {["Verdict", "People", "Judges"].map((name) => (
        <section key={name} data-panel={name} />
      ))}
    </Projector>
  );
}
const current = () => [...document.querySelectorAll("[data-current]")].map((panel) => panel.getAttribute("data-panel"));

it("shows one panel, turns to the next and back by the arrow keys, stops at the ends, and Escape shows all again", async () => {
  render(<Page />);
  const user = userEvent.setup();
  expect(current()).toEqual(["Verdict"]);
  screen.getByText("1 of 3");
  await user.keyboard("{ArrowRight}");
  expect(current()).toEqual(["People"]);
  await user.keyboard("{ArrowRight}{ArrowRight}{ArrowRight}");
  expect(current()).toEqual(["Judges"]);
  screen.getByText("3 of 3");
  await user.keyboard("{ArrowLeft}");
  expect(current()).toEqual(["People"]);
  await user.keyboard("{Escape}");
  expect(current()).toEqual([]);
  expect(screen.queryByRole("toolbar")).toBeNull();
});

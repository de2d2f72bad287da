import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { NoticeList } from "./notice-list";
import { toast } from "./toast";

const nothing = () => undefined;

it("lets Tab and a click go on past a notice that has the focus", async () => {
  window.matchMedia = ((media: string) => ({ matches: false, media, addEventListener: nothing, removeEventListener: nothing })) as never;
  const focused: (string | null)[] = [];
  render(
    <div onFocusCapture={({ target }) => focused.push(target.getAttribute("aria-label") ?? target.tagName)}>
      <button type="button" aria-label="Before" />
      <NoticeList />
      <button type="button" aria-label="After" />
      <input aria-label="Field" />
    </div>,
  );
  toast("Saved as a template.");
  await screen.findByText("Saved as a template.");
  const user = userEvent.setup();
  for (const shift of [false, false, false, true]) await user.tab({ shift });
  await user.click(screen.getByRole("textbox", { name: "Field" }));
  expect(focused).toEqual(["Before", "LI", "After", "LI", "Field"]);
});

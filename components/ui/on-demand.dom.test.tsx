import { render, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { onDemand } from "./on-demand";

const Part = ({ name }: { name: string }) => <p>Hello {name}</p>;

test("a failed fetch of code leaves the page intact, and is retried the next time", async () => {
  const load = vi.fn<() => Promise<typeof Part>>().mockRejectedValueOnce(new Error("no connection")).mockResolvedValue(Part);
  const Wanted = onDemand(load);
  const onMissing = vi.fn();
  const { rerender } = render(
    <>
      <p>The page</p>
      <Wanted name="Ann" missing={<p>Not now</p>} onMissing={onMissing} />
    </>,
  );
  expect(await screen.findByText("Not now")).toBeDefined();
  expect(onMissing).toHaveBeenCalledOnce();
  expect(screen.getByText("The page")).toBeDefined();
  rerender(<p>The page</p>);
  rerender(<Wanted name="Ann" />);
  expect(await screen.findByText("Hello Ann")).toBeDefined();
});

test("prefetched code renders at once", async () => {
  const load = vi.fn(async () => Part);
  const Wanted = onDemand(load);
  Wanted.prepare();
  await waitFor(() => expect(load).toHaveBeenCalled());
  render(<Wanted name="Bo" waiting={<p>A moment</p>} />);
  expect(screen.getByText("Hello Bo")).toBeDefined();
  expect(load).toHaveBeenCalledOnce();
});

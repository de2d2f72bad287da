"use client";

import { type ComponentProps, type ReactNode, Suspense, useState } from "react";

type ButtonProps = ComponentProps<"button">;

interface OnDemandMenuProps extends ButtonProps {
  /** Draws the menu, a lazy component, with this trigger and open from the start. */
  menu: (trigger: ButtonProps) => ReactNode;
  /** Begins to fetch the menu: called when a pointer or the focus arrives. */
  prepare: () => unknown;
}

/** A button whose menu is fetched when it is first wanted, so that no page pays for a menu nobody opens. */
export function OnDemandMenu({ menu, prepare, ...button }: OnDemandMenuProps) {
  const [wanted, setWanted] = useState(false);
  const waiting = (
    <button
      type="button"
      aria-haspopup="menu"
      aria-expanded={false}
      {...button}
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={() => setWanted(true)}
      onKeyDown={(event) => {
        if (event.key !== "ArrowDown") return;
        event.preventDefault();
        setWanted(true);
      }}
    />
  );
  if (!wanted) return waiting;
  return <Suspense fallback={waiting}>{menu(button)}</Suspense>;
}

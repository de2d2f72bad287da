"use client";

import { type ComponentProps, type ReactNode, Suspense, useState } from "react";

type ButtonProps = ComponentProps<"button">;

interface OnDemandMenuProps extends ButtonProps {
  /** Renders the menu, a lazy component, with this trigger and open from the start. */
  menu: (trigger: ButtonProps) => ReactNode;
  /** Starts fetching the menu: called on hover or focus. */
  prepare: () => unknown;
}

/** A button whose menu is fetched on first use, so that no page pays for a menu nobody opens. */
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

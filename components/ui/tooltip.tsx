"use client";

import { Tooltip as Radix } from "radix-ui";
import type { ComponentProps, ReactNode } from "react";

/** A few words about its one child, which must take the focus. Never the only place where something is said. */
export function Tooltip({
  words,
  side = "bottom",
  children,
}: {
  words: ReactNode;
  side?: ComponentProps<typeof Radix.Content>["side"];
  children: ReactNode;
}) {
  return (
    <Radix.Provider delayDuration={400}>
      <Radix.Root>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            side={side}
            sideOffset={6}
            collisionPadding={8}
            className="z-50 max-w-72 rounded-control bg-ink px-2.5 py-1.5 text-small text-paper [&_kbd]:border-soft [&_kbd]:bg-transparent [&_kbd]:text-paper"
          >
            {words}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  );
}

"use client";

import { type RefObject, useEffect, useEffectEvent, useLayoutEffect } from "react";

interface DropdownInput {
  open: boolean;
  anchor: RefObject<HTMLElement | null>;
  list: RefObject<HTMLElement | null>;
  align?: "start" | "end";
  onClose: () => void;
}

const gapPx = 4;
const edgePx = 8;

/** Puts the list below its anchor, or above it where there is more room, within the window. */
function place(anchor: HTMLElement, list: HTMLElement, align: "start" | "end"): void {
  const box = anchor.getBoundingClientRect();
  const { innerWidth, innerHeight } = window;
  const below = innerHeight - box.bottom - gapPx - edgePx;
  const above = box.top - gapPx - edgePx;
  const goesBelow = below >= Math.min(list.scrollHeight, 240) || below >= above;
  list.style.minWidth = `${box.width}px`;
  list.style.maxHeight = `${Math.max(goesBelow ? below : above, 96)}px`;
  const wanted = align === "start" ? box.left : box.right - list.offsetWidth;
  list.style.left = `${Math.max(edgePx, Math.min(wanted, innerWidth - edgePx - list.offsetWidth))}px`;
  list.style.top = goesBelow ? `${box.bottom + gapPx}px` : `${box.top - gapPx - list.offsetHeight}px`;
}

/**
 * Shows a list in the browser's top layer, beside its anchor, while it is open; a press outside or Escape closes it. The list must have
 * `popover="manual"`. Nothing else on the page is hidden from screen readers.
 */
export function useDropdown({ open, anchor, list, align = "start", onClose }: DropdownInput): void {
  const close = useEffectEvent(onClose);
  useLayoutEffect(() => {
    const [from, shown] = [anchor.current, list.current];
    if (!open || from === null || shown === null) return;
    shown.showPopover();
    const update = () => place(from, shown, align);
    update();
    window.addEventListener("resize", update);
    window.addEventListener("scroll", update, true);
    return () => {
      window.removeEventListener("resize", update);
      window.removeEventListener("scroll", update, true);
    };
  }, [open, anchor, list, align]);
  useEffect(() => {
    if (!open) return;
    const onPress = ({ target }: PointerEvent) => {
      const inside = target instanceof Node && (anchor.current?.contains(target) || list.current?.contains(target));
      if (!inside) close();
    };
    // Before a dialog around it sees the key and closes too.
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      event.preventDefault();
      event.stopPropagation();
      close();
    };
    window.addEventListener("pointerdown", onPress, true);
    window.addEventListener("keydown", onKey, true);
    return () => {
      window.removeEventListener("pointerdown", onPress, true);
      window.removeEventListener("keydown", onKey, true);
    };
  }, [open, anchor, list]);
}

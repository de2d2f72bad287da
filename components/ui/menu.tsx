"use client";

import { Check } from "lucide-react";
import Link from "next/link";
import {
  type ComponentProps,
  createContext,
  type KeyboardEvent,
  type ReactNode,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { cn } from "./cn";
import { createTypeAhead, isTyped } from "./type-ahead";
import { useDropdown } from "./use-dropdown";

const itemLook =
  "flex w-full cursor-default items-center gap-2 rounded-mark px-2 py-1.5 text-start text-body outline-none select-none aria-disabled:opacity-60 pointer-coarse:py-2.5 [&_svg]:size-4 [&_svg]:shrink-0";
const usualItem = `${itemLook} hover:bg-accent-soft focus:bg-accent-soft [&_svg]:text-soft`;
const dangerItem = `${itemLook} text-removed hover:bg-removed-soft focus:bg-removed-soft [&_svg]:text-removed`;

const CloseMenu = createContext<() => void>(() => undefined);

interface MenuProps extends Omit<ComponentProps<"button">, "children"> {
  /** What the button shows. */
  label: ReactNode;
  /** The entries, rendered while the menu is open. */
  children: ReactNode;
  align?: "start" | "end";
  listClassName?: string;
}

/** A button with a menu under it. Screen readers can still read the page while it is open. */
export function Menu({ label, children, align = "end", listClassName, ...button }: MenuProps) {
  const [open, setOpen] = useState(false);
  const anchor = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [findTyped] = useState(createTypeAhead);
  const [buttonId, listId] = [useId(), useId()];
  const close = () => {
    setOpen(false);
    anchor.current?.focus();
  };
  useDropdown({ open, anchor, list, align, onClose: close });
  useEffect(() => {
    if (open) entriesOf(list.current)[0]?.focus();
  }, [open]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Tab") return close();
    const entries = entriesOf(list.current);
    const at = entries.findIndex((entry) => entry.matches(":focus"));
    const to = isTyped(event) ? findTyped(event.key, entries.map(textOf), at, event.timeStamp) : stepTo(event.key, at, entries.length);
    if (to === null) return;
    event.preventDefault();
    event.stopPropagation();
    entries[to]?.focus();
  };
  return (
    <>
      <button
        ref={anchor}
        id={buttonId}
        type="button"
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? listId : undefined}
        {...button}
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown") return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        {label}
      </button>
      {open && (
        <div
          ref={list}
          id={listId}
          role="menu"
          // A list longer than the screen scrolls by key too.
          tabIndex={0}
          aria-labelledby={buttonId}
          popover="manual"
          onKeyDown={onKeyDown}
          className={cn(
            "fixed inset-auto m-0 base:max-w-[calc(100vw-1rem)] overflow-y-auto rounded-control border bg-card p-1 text-ink",
            listClassName ?? "w-max",
          )}
        >
          <CloseMenu value={close}>{children}</CloseMenu>
        </div>
      )}
    </>
  );
}

const entriesOf = (list: HTMLElement | null): HTMLElement[] => [
  ...(list?.querySelectorAll<HTMLElement>("[role^=menuitem]:not([aria-disabled=true])") ?? []),
];
const textOf = (entry: HTMLElement) => entry.textContent.trim();

function stepTo(key: string, at: number, count: number): number | null {
  const to = { ArrowDown: at + 1, ArrowUp: Math.max(at, 0) - 1 + count, Home: 0, End: count - 1 }[key];
  return to === undefined ? null : to % count;
}

interface MenuItemProps {
  onSelect: () => void;
  disabled?: boolean;
  danger?: boolean;
  children: ReactNode;
}

/** An entry that does something. */
export function MenuItem({ onSelect, disabled = false, danger = false, children }: MenuItemProps) {
  const close = useContext(CloseMenu);
  const perform = () => {
    if (disabled) return;
    close();
    onSelect();
  };
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      aria-disabled={disabled || undefined}
      onClick={perform}
      className={danger ? dangerItem : usualItem}
    >
      {children}
    </button>
  );
}

interface MenuLinkProps {
  href: string;
  /** Whether it is the open page. */
  current?: boolean;
  /** Whether the browser must load the page afresh. */
  reload?: boolean;
  children: ReactNode;
}

/** An entry that leads to another page. */
export function MenuLink({ href, current = false, reload = false, children }: MenuLinkProps) {
  const close = useContext(CloseMenu);
  const Anchor = reload ? "a" : Link;
  return (
    <Anchor
      href={href}
      role="menuitem"
      tabIndex={-1}
      aria-current={current ? "page" : undefined}
      onClick={close}
      className={cn(usualItem, current && "font-medium")}
    >
      {children}
    </Anchor>
  );
}

interface MenuChoiceProps<T extends string> {
  label: string;
  value: T;
  options: readonly { value: T; label: string }[];
  onChoose: (value: T) => void;
}

/** Entries of which one is chosen, under their heading. */
export function MenuChoice<T extends string>({ label, value, options, onChoose }: MenuChoiceProps<T>) {
  const close = useContext(CloseMenu);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset may not be inside a menu
    <div role="group" aria-label={label}>
      <MenuHeading>{label}</MenuHeading>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          role="menuitemradio"
          aria-checked={option.value === value}
          tabIndex={-1}
          onClick={() => {
            close();
            onChoose(option.value);
          }}
          className={usualItem}
        >
          <span className="size-4">{option.value === value && <Check aria-hidden />}</span>
          {option.label}
        </button>
      ))}
    </div>
  );
}

/** A quiet heading inside a menu. */
export function MenuHeading({ children }: { children: ReactNode }) {
  return <div className="px-2 py-1.5 text-label text-soft">{children}</div>;
}

export function MenuLine() {
  return <hr className="-mx-1 my-1 border-line" />;
}

"use client";

import { useTheme } from "next-themes";
import { useEffect } from "react";
import { Toaster as Sonner, toast as show } from "sonner";
import { notices } from "./toast";

const look = {
  "--normal-bg": "var(--card)",
  "--normal-text": "var(--ink)",
  "--normal-border": "var(--line)",
  "--border-radius": "12px",
  fontFamily: "inherit",
} as React.CSSProperties;

/** On a phone, notices do not cover the row of buttons at the foot of a page. */
const aboveButtons = { bottom: 72 };

function showWaiting(): void {
  for (const { tone, text } of notices.take()) show[tone](text);
}

/** Shows pending notices and each new one. */
export function NoticeList() {
  const { resolvedTheme } = useTheme();
  useEffect(() => {
    showWaiting();
    return notices.subscribe(showWaiting);
  }, []);
  return (
    // Sonner would note where the focus comes from and lead it back there, which keeps Tab and clicks from going on past a notice.
    <div onFocusCapture={(event) => event.stopPropagation()}>
      <Sonner
        theme={resolvedTheme === "dark" ? "dark" : "light"}
        position="bottom-center"
        mobileOffset={aboveButtons}
        style={look}
        toastOptions={{ duration: 5000 }}
      />
    </div>
  );
}

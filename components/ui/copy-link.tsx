"use client";

import { useId, useRef, useState } from "react";
import { Button } from "./button";
import { Label } from "./field";
import { Input } from "./input";

/** A link to copy and pass on. If the browser denies clipboard access, the link is selected instead. */
export function CopyLink({ label, link }: { label: string; link: string }) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [said, setSaid] = useState("");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      setSaid("Copied");
    } catch {
      input.current?.select();
      setSaid("Press Ctrl-C to copy");
    }
  };
  return (
    <div className="flex flex-col gap-1.5">
      <Label htmlFor={id}>{label}</Label>
      <div className="flex gap-2">
        <Input id={id} ref={input} readOnly value={link} className="font-mono text-label" onFocus={(event) => event.target.select()} />
        <Button className="h-9 pointer-coarse:h-11!" onClick={() => void copy()}>
          Copy
        </Button>
      </div>
      <p className="min-h-4 text-small text-soft" aria-live="polite">
        {said}
      </p>
    </div>
  );
}

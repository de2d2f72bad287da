"use client";

import { Upload } from "lucide-react";
import { type DragEvent, useState } from "react";
import { buttonLook } from "../ui/button";
import { cn } from "../ui/cn";

/** Drop zone for a file, with buttons to choose a file or a folder. */
export function FileDrop({
  onFile,
  onFolder,
  accept,
  disabled,
}: {
  onFile: (file: File) => void;
  onFolder: (files: File[]) => void;
  accept: string;
  disabled: boolean;
}) {
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer.files.item(0);
    if (file && !disabled) onFile(file);
  };
  return (
    <div className="flex flex-col gap-2">
      <label
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={cn(
          "flex min-h-44 base:cursor-pointer flex-col items-center justify-center gap-3 rounded-panel border border-dashed base:border-edge base:bg-card px-6 py-8 text-center",
          "has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2",
          over && "border-accent bg-accent-soft",
          disabled && "cursor-not-allowed opacity-60",
        )}
      >
        <span className="text-body">
          <span className="font-medium">Drop a file here</span>
          <span className="text-soft"> or choose one</span>
        </span>
        <span className={buttonLook({ variant: "primary" })}>
          <Upload aria-hidden />
          Choose a file
        </span>
        <input
          type="file"
          className="sr-only"
          accept={accept}
          disabled={disabled}
          aria-label="Choose a file"
          onChange={(event) => {
            const file = event.target.files?.item(0);
            if (file) onFile(file);
            event.target.value = "";
          }}
        />
      </label>
      <FolderChoice onFolder={onFolder} disabled={disabled} />
    </div>
  );
}

function FolderChoice({ onFolder, disabled }: { onFolder: (files: File[]) => void; disabled: boolean }) {
  return (
    <label
      className={cn(
        "self-start rounded-control text-small text-soft has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2",
        disabled ? "cursor-not-allowed opacity-60" : "cursor-pointer",
      )}
    >
      Several files, or images beside a table? <span className="text-accent underline underline-offset-2">choose a folder</span>
      <input
        type="file"
        className="sr-only"
        disabled={disabled}
        aria-label="Choose a folder"
        ref={(input) => input?.setAttribute("webkitdirectory", "")}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          if (files.length > 0) onFolder(files);
          event.target.value = "";
        }}
      />
    </label>
  );
}

import type { PromptDescription } from "@/lib/domain/prompt-version";
import { Panel } from "../ui/panel";
import { RedlinedText } from "../ui/redlined-text";

interface PromptViewProps {
  prompt: PromptDescription;
  text: string;
  /** The text to compare with, or null. */
  before: string | null;
}

/** A prompt, optionally as a redline against another version, with an explanation of its placeholders. */
export function PromptView({ prompt, text, before }: PromptViewProps) {
  return (
    <Panel title={prompt.title} description={before !== null && before === text ? "The same in both." : undefined}>
      <pre
        className="manuscript max-h-[32rem] overflow-auto rounded-control bg-sunken p-3 font-mono text-small leading-relaxed"
        tabIndex={0}
      >
        {before === null ? <WithPlaces text={text} /> : <RedlinedText before={before} after={text} />}
      </pre>
      <Places prompt={prompt} />
    </Panel>
  );
}

/** A prompt with its placeholders highlighted. */
function WithPlaces({ text }: { text: string }) {
  let at = 0;
  return text.split(/(\{\{[#/]?\w+\}\})/u).map((part) => {
    const key = at;
    at += part.length + 1;
    if (!part.startsWith("{{")) return part;
    return (
      <span key={key} className="text-accent">
        {part}
      </span>
    );
  });
}

/** The placeholders a prompt may and must contain. */
export function Places({ prompt }: { prompt: PromptDescription }) {
  const places = Object.entries(prompt.places);
  if (places.length === 0) return <p className="mt-3 text-small text-soft">This prompt has no placeholders.</p>;
  return (
    <details className="mt-3">
      <summary className="w-fit text-small text-soft hover:text-ink">Meaning of its placeholders</summary>
      <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-small">
        {places.map(([name, meaning]) => (
          <div key={name} className="contents">
            <dt className="font-mono text-label">{`{{${name}}}`}</dt>
            <dd className="text-soft">
              {meaning}
              {prompt.required.includes(name) && " (required)"}
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 text-small text-soft">
        A part between {"{{#name}}"} and {"{{/name}}"} is included only if there is a value for that name.
      </p>
    </details>
  );
}

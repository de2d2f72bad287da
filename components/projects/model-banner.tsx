import Link from "next/link";
import { Banner } from "../ui/banner";
import { Button } from "../ui/button";

/** Explains how to connect a model if no judge can be asked. */
export function ModelBanner({ projectId }: { projectId: string }) {
  const preset = (name: string) => `/projects/${projectId}/settings?tab=judges&preset=${name}`;
  return (
    <Banner
      tone="accent"
      action={
        <div className="flex flex-wrap gap-2">
          <Button asChild>
            <Link href={preset("openai")}>Connect OpenAI</Link>
          </Button>
          <Button asChild>
            <Link href={preset("ollama")}>Ollama</Link>
          </Button>
          <Button asChild>
            <Link href={preset("vllm")}>vLLM</Link>
          </Button>
        </div>
      }
    >
      <p className="font-medium">No model is connected, so no new drafts can be made here.</p>
      <p className="mt-1 max-w-measure text-small text-soft">
        Any OpenAI-compatible endpoint will do. OpenAI needs a key; Ollama (<Command>ollama serve</Command>) and vLLM (
        <Command>vllm serve MODEL</Command>) run on your own machine without one. Imported drafts, scoring without drafts and all reports
        work without a model.
      </p>
    </Banner>
  );
}

const Command = ({ children }: { children: string }) => <code className="font-mono text-label whitespace-nowrap text-ink">{children}</code>;

import { Component, lazy, type ReactNode, Suspense } from "react";
import { cn } from "./cn";

interface MarkdownProps {
  text: string;
  className?: string;
}

// The renderer is larger than a page, so it is fetched when the first text is shown.
const RenderedMarkdown = lazy(() => import("./rendered-markdown").then((file) => ({ default: file.RenderedMarkdown })));

const AsTyped = ({ text }: { text: string }) => <p className="whitespace-pre-line">{text}</p>;

/** Falls back to the plain text when offline before the renderer was fetched, or for nesting too deep to render. */
class AsTypedOnError extends Component<{ text: string; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError = () => ({ failed: true });
  override render() {
    return this.state.failed ? <AsTyped text={this.props.text} /> : this.props.children;
  }
}

/** User-written Markdown: raw HTML is shown as text, and headings rank below the page's or dialog's. */
export function Markdown({ text, className }: MarkdownProps) {
  return (
    <div className={cn("flex flex-col gap-3 wrap-anywhere", className)} dir="auto">
      <AsTypedOnError text={text}>
        <Suspense fallback={<AsTyped text={text} />}>
          <RenderedMarkdown text={text} />
        </Suspense>
      </AsTypedOnError>
    </div>
  );
}

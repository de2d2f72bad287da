import type { ReactNode } from "react";
import ReactMarkdown, { type Components, type Options } from "react-markdown";
import remarkBreaks from "remark-breaks";
import remarkGfm from "remark-gfm";

const Title = ({ children }: { children?: ReactNode }) => (
  <h3 dir="auto" className="mt-2 text-title first:mt-0">
    {children}
  </h3>
);
const Subtitle = ({ children }: { children?: ReactNode }) => (
  <h4 dir="auto" className="mt-1 font-semibold">
    {children}
  </h4>
);

function WebLink({ href, children }: { href?: string; children?: ReactNode }) {
  // A relative URL would lead into the app, and a rejected one is empty: both stay text.
  if (!/^(?:https?:\/\/|mailto:)/i.test(href ?? "")) return children;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow" className="text-accent underline underline-offset-3">
      {children}
    </a>
  );
}

const components: Components = {
  p: ({ children }) => <p dir="auto">{children}</p>,
  h1: Title,
  h2: Title,
  h3: Subtitle,
  h4: Subtitle,
  h5: Subtitle,
  h6: Subtitle,
  a: ({ href, children }) => <WebLink {...(href !== undefined && { href })}>{children}</WebLink>,
  // Loading an image would disclose every reader to its host.
  img: ({ src, alt }) => <WebLink {...(typeof src === "string" && { href: src })}>{alt || "Image"}</WebLink>,
  ol: ({ start, children }) => (
    <ol start={start} className="flex list-decimal flex-col gap-1.5 marker:text-soft">
      {children}
    </ol>
  ),
  ul: ({ children }) => <ul className="flex list-disc flex-col gap-1.5 marker:text-soft">{children}</ul>,
  // The margin is each line's own, so that it is on the side of its marker in both directions.
  li: ({ children }) => (
    <li dir="auto" className="ms-6 ps-1 [&>ol]:mt-1.5 [&>p+p]:mt-2 [&>ul]:mt-1.5">
      {children}
    </li>
  ),
  blockquote: ({ children }) => <blockquote className="flex flex-col gap-3 border-l-2 border-edge pl-4 text-soft">{children}</blockquote>,
  pre: ({ children }) => (
    <pre
      dir="ltr"
      tabIndex={0}
      className="overflow-x-auto rounded-control bg-sunken p-3 font-mono text-small [&>code]:p-0 [&>code]:text-[1em]"
    >
      {children}
    </pre>
  ),
  code: ({ children }) => <code className="rounded-mark bg-sunken px-1 font-mono text-[0.875em]">{children}</code>,
  td: ({ children, style }) => (
    <td dir="auto" style={style}>
      {children}
    </td>
  ),
  th: ({ children, style }) => (
    <th dir="auto" style={style}>
      {children}
    </th>
  ),
  hr: () => <hr className="my-1" />,
  table: ({ children }) => (
    <div tabIndex={0} className="overflow-x-auto">
      <table className="text-start text-small [&_td]:border-b [&_td]:py-1.5 [&_td]:pe-4 [&_th]:border-b [&_th]:py-1.5 [&_th]:pe-4 [&_th]:text-start [&_th]:font-semibold">
        {children}
      </table>
    </div>
  ),
};

interface RenderedMarkdownProps extends Pick<Options, "rehypePlugins"> {
  text: string;
  /** Beside those for GitHub's Markdown and line breaks. */
  remarkPlugins?: NonNullable<Options["remarkPlugins"]>;
}

/** Renders GitHub-flavoured Markdown, keeping line breaks within paragraphs. Raw HTML stays text, and URLs lead only to the web. */
export function RenderedMarkdown({ text, remarkPlugins = [], rehypePlugins }: RenderedMarkdownProps) {
  return (
    <ReactMarkdown remarkPlugins={[remarkGfm, remarkBreaks, ...remarkPlugins]} rehypePlugins={rehypePlugins ?? []} components={components}>
      {text}
    </ReactMarkdown>
  );
}

export interface BareAnswers {
  readonly columns: number;
  readonly tokensPerSecond: number;
  readonly prompt: string;
}

/**
 * A page with only a text and some `pre`s that tokens are appended to, once a frame and as many as are due: the limit
 * of a browser on this machine for that much text.
 */
export function barePage({ columns, tokensPerSecond, prompt }: BareAnswers): string {
  return `<!doctype html><meta charset="utf-8"><title>bare</title><style>
    body { margin: 0; font: 12px sans-serif; display: flex } textarea { width: 380px; height: 176px }
    pre { width: 232px; height: 600px; overflow: auto; white-space: pre-wrap; margin: 0 }
  </style><textarea></textarea>${"<pre></pre>".repeat(columns)}<script>
    document.querySelector("textarea").value = ${JSON.stringify(prompt)};
    const columns = [...document.querySelectorAll("pre")].map((pre) => ({ pre, text: pre.appendChild(new Text()) }));
    const begun = performance.now();
    let written = 0;
    function write() {
      const due = Math.floor(((performance.now() - begun) * ${tokensPerSecond}) / 1000);
      let words = "";
      for (; written < due; written += 1) words += written % 20 === 19 ? " word\\n" : " word";
      if (words !== "") for (const { pre, text } of columns) {
        text.appendData(words);
        pre.scrollTop = pre.scrollHeight;
      }
      requestAnimationFrame(write);
    }
    requestAnimationFrame(write);
  </script>`;
}

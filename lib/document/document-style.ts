/** The style of a document, in both themes. Without fonts of its own, so that it needs no other file. */
export const DOCUMENT_STYLE = `
:root{color-scheme:light dark;--bg:#faf9f7;--sunken:#f4f2ee;--line:#e7e4df;--ink:#1c1b1a;--ink-2:#55514b;--ink-3:#6a655e;--accent:#2f4596;--accent-tint:#e9ecf6;--err:#a8321f;--err-tint:#f9e9e4;--warn:#7d5a00;--warn-tint:#f6edd5;--llm:#2c4191;--agent:#8c53a6;--tool:#7d5a00;--user:#8f1253}
@media (prefers-color-scheme:dark){:root{--bg:#141312;--sunken:#1d1b1a;--line:#292725;--ink:#edeae5;--ink-2:#b5afa7;--ink-3:#958f87;--accent:#9fb1ef;--accent-tint:#1e2338;--err:#f08d78;--err-tint:#2f1b16;--warn:#e5be66;--warn-tint:#2a2213;--llm:#92c6e8;--agent:#b687e2;--tool:#e5bb5a;--user:#f0a3c8}}
*{box-sizing:border-box}
body{margin:0 auto;padding:24px 24px 48px;max-width:1040px;background:var(--bg);color:var(--ink);font:14px/1.5 system-ui,-apple-system,"Segoe UI",sans-serif}
h1{margin:0;font-size:22px;line-height:1.3;font-weight:600;overflow-wrap:anywhere}
h2{margin:28px 0 8px;font-size:16px;font-weight:600;overflow-wrap:anywhere}
h3{margin:0 0 4px;font-size:12px;font-weight:600;color:var(--ink-3)}
p{margin:0}
.over{font-size:12px;color:var(--ink-3)}
dl{display:flex;flex-wrap:wrap;gap:8px 28px;margin:14px 0 0;padding:12px 0;border-block:1px solid var(--line)}
dl div{min-width:0}
dt{font-size:12px;color:var(--ink-3)}
dd{margin:0;overflow-wrap:anywhere;font-variant-numeric:tabular-nums}
.notice{margin-top:12px;padding:8px 12px;border-radius:5px;background:var(--warn-tint);color:var(--warn)}
.note,.cut{color:var(--ink-3);font-size:13px}
.calls,.messages{list-style:none;margin:0;padding:0}
.calls{margin-top:12px;border-top:1px solid var(--line)}
.calls>li{border-bottom:1px solid var(--line)}
.d1{padding-left:18px}.d2{padding-left:36px}.d3{padding-left:54px}.d4{padding-left:72px}.d5{padding-left:90px}.d6{padding-left:108px}.d7{padding-left:126px}.d8{padding-left:144px}.d9{padding-left:162px}.d10{padding-left:180px}.d11{padding-left:198px}.d12{padding-left:216px}
summary{cursor:pointer;padding:4px 0;color:var(--ink-2);font-size:13px}
summary:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:3px}
.call>summary{display:flex;align-items:center;gap:8px;min-height:32px;color:var(--ink);list-style:none}
.call>summary::-webkit-details-marker{display:none}
.call>summary::before{content:"";flex:none;width:0;height:0;border:4px solid transparent;border-left:5px solid var(--ink-3);border-right:0}
.call[open]>summary::before{transform:rotate(90deg)}
.call>summary:hover{background:var(--sunken)}
.kind{flex:none;min-width:58px;font-size:12px;color:var(--ink-3)}
.kind.llm{color:var(--llm)}.kind.agent{color:var(--agent)}.kind.tool{color:var(--tool)}.kind.user{color:var(--user)}
.name{min-width:0;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;font-weight:500}
.status{flex:none;padding:0 6px;border-radius:4px;font-size:12px;background:var(--accent-tint);color:var(--accent)}
.status.error,.status.descendant-error{background:var(--err-tint);color:var(--err)}
.figures{display:flex;flex:none;gap:14px;margin-left:auto;font-size:12px;color:var(--ink-3);font-variant-numeric:tabular-nums}
.bar{flex:none;width:140px;height:6px;border-radius:2px}
.ground{fill:var(--line)}.time{fill:var(--accent)}.failed{fill:var(--err)}
.body{padding:6px 0 14px 13px}
.value,.exception,.messages,.json{margin-top:8px}
pre{margin:0;padding:8px 10px;border-radius:5px;white-space:pre-wrap;overflow-wrap:anywhere}
pre.code,.code{font:12px/1.5 ui-monospace,"SF Mono",Menlo,Consolas,monospace;overflow-wrap:anywhere}
pre.code{background:var(--sunken)}
pre.words{padding:2px 0;font:inherit}
.exception pre{background:var(--err-tint);color:var(--err)}
.message{margin-top:10px;padding:2px 0 2px 12px;border-left:2px solid var(--line)}
.message.user{border-left-color:var(--user)}
.message.assistant{border-left-color:var(--llm)}
.message.tool{border-left-color:var(--tool)}
.role{font-size:12px;font-weight:600;color:var(--ink-3)}
.tool>.label{margin:4px 0;font-size:13px;color:var(--ink-2)}
img{display:block;max-width:100%;max-height:480px;margin:4px 0;border-radius:5px}
.facts{font-size:13px;color:var(--ink-3);font-variant-numeric:tabular-nums}
footer{margin-top:36px;padding-top:12px;border-top:1px solid var(--line);font-size:12px;color:var(--ink-3)}
@media (max-width:640px){body{padding:16px 14px 40px}.bar{display:none}.call>summary{flex-wrap:wrap;gap:2px 8px;padding:7px 0}.figures{flex-basis:100%;margin-left:13px}.d4,.d5,.d6,.d7,.d8,.d9,.d10,.d11,.d12{padding-left:60px}}
@media print{details::details-content{content-visibility:visible}.bar{display:none}}
`;

/** The hash of the style in the form of a content policy; a test compares it with the text. */
export const DOCUMENT_STYLE_HASH = "sha256-xXw1t0MMHcJk2ltr5m19FjDbb57zT0iAmKTE6b2AXUI=";

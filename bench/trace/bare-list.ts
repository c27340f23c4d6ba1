/**
 * A page with only a virtual list: rows of one height, each of three boxes, refilled as it scrolls. The limit of a
 * browser on this machine for that many rows.
 */
export function bareList(rows: readonly (readonly [name: string, duration: string, left: number, width: number])[]) {
  return `<!doctype html><meta charset="utf-8"><style>
    body { margin: 0 } #frame { height: 600px; width: 760px; overflow: auto; font: 12px sans-serif }
    #rows { position: relative } .row { position: absolute; left: 0; right: 0; height: 26px; display: flex }
    .row span { width: 300px } .row i { width: 76px } .row u { flex: 1; position: relative }
    .row b { position: absolute; top: 8px; height: 10px; background: #8c53a6; min-width: 2px }
  </style><div id="frame"><div id="rows"></div></div><script>
    const rows = ${JSON.stringify(rows)};
    const [frame, list] = [document.getElementById("frame"), document.getElementById("rows")];
    list.style.height = rows.length * 26 + "px";
    const pool = Array.from({ length: 48 }, () => {
      const row = document.createElement("div");
      row.className = "row";
      row.innerHTML = "<span></span><i></i><u><b></b></u>";
      list.append(row);
      return row;
    });
    function fill() {
      const first = Math.max(0, Math.min(rows.length - pool.length, Math.floor(frame.scrollTop / 26) - 12));
      pool.forEach((row, at) => {
        const [name, duration, left, width] = rows[first + at];
        row.style.top = (first + at) * 26 + "px";
        row.children[0].textContent = name;
        row.children[1].textContent = duration;
        const bar = row.children[2].firstChild;
        bar.style.left = left + "%";
        bar.style.width = width + "%";
      });
    }
    frame.addEventListener("scroll", fill, { passive: true });
    fill();
  </script>`;
}

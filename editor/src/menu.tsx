// SPDX-License-Identifier: Apache-2.0
// A list to choose from, near what it is about: typed text narrows it, arrows and Enter choose.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

export interface MenuItem {
  label: string;
  detail?: string;
  refused?: string; // why it cannot be chosen
  choose: () => void;
}

export interface MenuProps {
  title: string;
  items: MenuItem[];
  at: { x: number; y: number }; // px of the window
  close: () => void;
}

export function Menu({ title, items, at, close }: MenuProps) {
  const [typed, setTyped] = useState("");
  const [marked, setMarked] = useState(0);
  const box = useRef<HTMLDivElement>(null);
  const [opener] = useState(document.activeElement); // gets the focus back
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = items.filter((item) => words.every((word) => `${item.label} ${item.detail ?? ""}`.toLowerCase().includes(word)));

  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const rect = element.getBoundingClientRect();
    element.style.left = `${Math.max(8, Math.min(at.x, innerWidth - rect.width - 8))}px`;
    element.style.top = `${Math.max(8, Math.min(at.y, innerHeight - rect.height - 8))}px`;
    element.querySelector("input")?.focus();
  }, []);
  useEffect(() => {
    box.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
  }, [marked, typed]);

  const end = () => {
    if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    close();
  };
  const choose = (item: MenuItem | undefined) => {
    if (!item || item.refused) return;
    end();
    item.choose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setMarked((marked + step + shown.length) % Math.max(1, shown.length));
    else if (event.key === "Enter") choose(shown[marked]);
    else if (event.key === "Escape") end();
    else if (event.key === "Tab") return end(); // and on, from where the focus was
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div class="veil" onPointerDown={(event) => event.target === event.currentTarget && end()}>
      <div class="menu" ref={box} role="dialog" aria-label={title} onKeyDown={onKeyDown}>
        <input
          role="combobox" aria-expanded="true" aria-controls="menu-list" aria-label={title} placeholder={title} value={typed}
          aria-activedescendant={shown[marked] ? `menu-${marked}` : undefined} autocomplete="off" spellcheck={false}
          onInput={(event) => { setTyped(event.currentTarget.value); setMarked(0); }}
        />
        <ul id="menu-list" role="listbox" aria-label={title}>
          {shown.map((item, index) => (
            <li
              key={index} id={`menu-${index}`} role="option" aria-selected={index === marked} aria-disabled={item.refused !== undefined}
              onPointerMove={() => setMarked(index)} onClick={() => choose(item)}
            >
              <span>{item.label}</span>
              <small>{item.refused ?? item.detail}</small>
            </li>
          ))}
          {shown.length === 0 && <li class="empty">Nothing fits.</li>}
        </ul>
      </div>
    </div>
  );
}

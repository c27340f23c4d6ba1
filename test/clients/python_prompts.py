"""Prompts that the playground saved, as the official client reads and fills them in, and its own for the playground."""

import json
import sys

import weave

project, name = sys.argv[1:3]
client = weave.init(project)

production = weave.ref(f"{name}:production").get()
text = weave.ref(f"{name}-text:latest").get()
raw = client.get(weave.ref(f"{name}:production"), objectify=False)

weave.publish(weave.StringPrompt("Hello {name}"), name="from-text")
weave.publish(weave.MessagesPrompt([{"role": "system", "content": "You are {who}."}]), name="from-messages")
easy = weave.EasyPrompt("You are {who}.", role="system")
easy.append("Hi {name}")
published = weave.publish(easy, name="from-easy")
weave.set_aliases(published, "candidate")
weave.add_tags(published, ["reviewed"])
client.flush()

print(
    json.dumps(
        {
            "class": type(production).__name__,
            "filled": production.format(who="Mia", question="Is AX118 on time?"),
            "description": production.description,
            "version": production.ref.digest,
            "model": raw.config["model"],
            "temperature": raw.config["temperature"],
            "text_class": type(text).__name__,
            "text": text.format(who="Mia"),
            "labels": [weave.get_aliases(published), weave.get_tags(published)],
        }
    )
)

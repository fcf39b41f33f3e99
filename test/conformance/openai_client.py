"""What the OpenAI library of Python gets from our /v1; prints it as JSON. Address and key come as arguments."""

import json
import sys

import openai

url, key, model = sys.argv[1:]
client = openai.OpenAI(base_url=url, api_key=key, max_retries=0)
question = {"model": model, "messages": [{"role": "user", "content": "Hello"}]}
tool = {"type": "function", "function": {"name": "weather", "parameters": {"type": "object", "properties": {}}}}

whole = client.chat.completions.create(**question)
streamed = list(client.chat.completions.create(**question, stream=True, stream_options={"include_usage": True}))
called = client.chat.completions.create(**question, tools=[tool])
try:
    openai.OpenAI(base_url=url, api_key="wrong", max_retries=0).models.list()
    refused = None
except openai.AuthenticationError as error:
    refused = error.status_code
try:
    client.chat.completions.create(model=model, messages=[])
    invalid = None
except openai.BadRequestError as error:
    invalid = error.status_code

print(
    json.dumps(
        {
            "version": openai.__version__,
            "models": [model.id for model in client.models.list().data],
            "whole": [whole.choices[0].message.content, whole.choices[0].finish_reason],
            "streamed": [
                "".join(choice.delta.content or "" for chunk in streamed for choice in chunk.choices),
                [choice.finish_reason for chunk in streamed for choice in chunk.choices if choice.finish_reason],
                [chunk.usage is not None for chunk in streamed][-1],
            ],
            "called": [[call.function.name, call.function.arguments] for call in called.choices[0].message.tool_calls],
            "refused": refused,
            "invalid": invalid,
        }
    )
)

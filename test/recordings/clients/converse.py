"""The conversation through Bedrock's Converse interface."""

import os

import weather

os.environ.update(AWS_ACCESS_KEY_ID=weather.KEY, AWS_SECRET_ACCESS_KEY=weather.KEY, AWS_EC2_METADATA_DISABLED="true")


def client():
    import boto3
    from botocore.config import Config

    config = Config(retries={"total_max_attempts": 1})
    return boto3.client("bedrock-runtime", "us-east-1", endpoint_url=weather.PROVIDER, config=config)


def converse(bedrock) -> None:
    schema = {"json": weather.FUNCTION["parameters"]}
    spec = {"name": "get_weather", "description": weather.FUNCTION["description"], "inputSchema": schema}
    options = {"modelId": weather.BEDROCK, "system": [{"text": weather.SYSTEM}]}
    options["toolConfig"] = {"tools": [{"toolSpec": spec}]}
    question = {"role": "user", "content": [{"text": weather.QUESTION}]}
    asked = bedrock.converse(messages=[question], **options)["output"]["message"]
    use = asked["content"][0]["toolUse"]
    result = {"toolUseId": use["toolUseId"], "content": [{"text": weather.get_weather(**use["input"])}]}
    bedrock.converse(messages=[question, asked, {"role": "user", "content": [{"toolResult": result}]}], **options)


def fail(bedrock) -> None:
    question = {"role": "user", "content": [{"text": weather.QUESTION}]}
    try:
        bedrock.converse(modelId=weather.CLAUDE_MISSING, system=[{"text": weather.SYSTEM}], messages=[question])
    except bedrock.exceptions.ResourceNotFoundException:
        pass

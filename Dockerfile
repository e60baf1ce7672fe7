# PathFinder with Chromium, for CI and for machines without Python:
#   docker build -t pathfinder .
#   docker run --rm -v "$PWD:/work" pathfinder test my-suite.yaml --model none
FROM python:3.12-slim-bookworm

RUN apt-get update \
    && apt-get install -y --no-install-recommends chromium-headless-shell chromium chromium-driver \
    && rm -rf /var/lib/apt/lists/*

COPY . /src
RUN pip install --no-cache-dir --constraint /src/constraints.txt "/src[serve,xlsx,mcp]" /src/bench \
    && rm -rf /src \
    && useradd --create-home pathfinder

USER pathfinder
WORKDIR /work
ENTRYPOINT ["pathfinder"]
CMD ["--help"]

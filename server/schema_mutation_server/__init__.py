"""The server side of schema-mutation: a package of its own, so that the core stays light."""
